import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import { A_3 } from '#tests/support/conformance/a-3.ts'
import {
  type Breakable,
  broken,
  describe as described,
  dictWith,
  drawOn,
  elementOf,
  hold,
  replaceLast,
  widgetOf,
} from '#tests/support/conformance/breaking.ts'
import { codesByFont } from '#tests/support/conformance/content.ts'
import { failuresOf, readForRules } from '#tests/support/conformance/reading.ts'
import { UA_1 } from '#tests/support/conformance/ua-1.ts'
import { DRAWN_SEAL, sentFile, signSent } from '#tests/support/sent-file.ts'
import * as kit from './pades/signing-kit.ts'

let good: Uint8Array
beforeAll(async () => {
  const sent = await sentFile({ seal: DRAWN_SEAL })
  good = (await signSent(await kit.temporaryAuthority(), sent)).at(-1)!
})

type Breaking = ((file: Breakable) => void) | { bytes: (bytes: Uint8Array) => Uint8Array }

const name = (value: string) => PdfName.of(value)
const dict = (entries: Record<string, PdfObject>) => PdfDict.of(entries)
const stream = (entries: Record<string, PdfObject>, text = '') =>
  new PdfStream(dict(entries), Buffer.from(text))
const catalogOf = ({ file }: Breakable) => file.catalog
const formIn = (one: Breakable) => one.file.dict(one.file.catalog.get('AcroForm'))!
const fontOf = (one: Breakable, kind: string) =>
  [...codesByFont(one).keys()].find((font) => font.getName('Subtype')?.value === kind)!
const descendant = (one: Breakable) =>
  one.file.dict(one.file.array(fontOf(one, 'Type0').get('DescendantFonts'))!.at(0))!
const profileOf = (one: Breakable) => {
  const intent = one.file.dict(one.file.array(one.file.catalog.get('OutputIntents'))!.at(0))!
  return { intent, profile: one.file.resolve(intent.get('DestOutputProfile')) as PdfStream }
}
const noFontProgram: Breaking = (one) =>
  one.file.dict(descendant(one).get('FontDescriptor'))!.delete('FontFile2')
const wrongWidth: Breaking = (one) => {
  const widths = one.file.array(descendant(one).get('W'))!
  descendant(one).set('W', PdfArray.of(widths.at(0)!, PdfArray.of(...Array(999).fill(PdfNumber.of(77)))))
}
const noUnicode: Breaking = (one) => fontOf(one, 'Type0').delete('ToUnicode')
const undefinedGlyph: Breaking = (one) =>
  drawOn(one, (content) => content.replace(/\/F\d+ [\d.]+ Tf/, (font) => `${font} <0000> Tj`))
const encrypted: Breaking = { bytes: (bytes) => replaceLast(bytes, '/Root ', '/Encrypt 1 0 R /Root ') }
const unmarked: Breaking = (one) => catalogOf(one).delete('MarkInfo')
const noLanguage: Breaking = (one) => catalogOf(one).set('Lang', PdfString.fromString('Chinese!'))
const xfa: Breaking = (one) => formIn(one).set('XFA', PdfString.fromString('x'))
const oneName: Breaking = (one) => dictWith(one, 'EF').delete('UF')

const UA_BROKEN: Record<string, Breaking> = {
  '5 the metadata claim part 1': (one) => described(one, '<pdfuaid:part>1', '<pdfuaid:part>2'),
  '7.1 the file is marked as tagged': unmarked,
  '7.1 the title is known and shown': (one) => catalogOf(one).delete('ViewerPreferences'),
  '7.1 all content is tagged or an artifact': (one) => drawOn(one, (content) => `${content} 0 0 10 10 re f`),
  '7.1 tagged content belongs to one element': (one) =>
    drawOn(one, (content) => content.replace('/MCID 3', '/MCID 999')),
  '7.1 elements name the parent that holds them': (one) =>
    elementOf(one, 'TH').dict.set('P', elementOf(one, 'H1').dict.get('P')!),
  '7.1 roles are standard ones': (one) => elementOf(one, 'LBody').dict.set('S', name('Clause')),
  '7.2 the language is known': noLanguage,
  '7.3 figures have an alternative': (one) => elementOf(one, 'P').dict.set('S', name('Figure')),
  '7.4.2 headings skip no level': (one) => elementOf(one, 'H2').dict.set('S', name('H3')),
  '7.5 heads of tables say what they head': (one) => elementOf(one, 'TH').dict.delete('A'),
  '7.5 the rows of a table are regular': (one) => {
    const row = elementOf(one, 'TR').dict
    row.set('K', PdfArray.of(...row.getArray('K')!.toArray().slice(0, 1)))
  },
  '7.6 lists and tables are nested correctly': (one) => elementOf(one, 'L').dict.set('S', name('Div')),
  '7.6 labelled lists state their numbering': (one) => elementOf(one, 'L').dict.delete('A'),
  '7.11 attached files have both names': oneName,
  '7.15 there is no XFA form': xfa,
  '7.16 nothing is encrypted': encrypted,
  '7.18.1 annotations are tagged': (one) => widgetOf(one).delete('StructParent'),
  '7.18.1 fields have a name for people': (one) => dictWith(one, 'TU').delete('TU'),
  '7.18.1 annotations say what they are': (one) => widgetOf(one).delete('Contents'),
  '7.18.3 the tab order is that of the structure': (one) =>
    one.pages.find(({ annotations }) => annotations.length > 0)!.dict.set('Tabs', name('R')),
  '7.18.4 a widget is the only object of a Form': (one) => elementOf(one, 'Form').dict.set('S', name('Div')),
  '7.21.4.1 fonts are embedded': noFontProgram,
  '7.21.5 widths are those of the font': wrongWidth,
  '7.21.7 characters have a Unicode text': noUnicode,
  '7.21.8 no glyph is undefined': undefinedGlyph,
}

const A_BROKEN: Record<string, Breaking> = {
  '6.1.2 the header is followed by four bytes of binary': {
    bytes: (bytes) => bytes.map((byte, at) => (at === 10 ? 65 : byte)),
  },
  '6.1.3 the trailer has an identifier, and nothing is encrypted': encrypted,
  '6.1.3 nothing follows the end': { bytes: (bytes) => new Uint8Array([...bytes, 10, 37, 10]) },
  '6.1.4 every byte belongs to an object or a section': {
    bytes: (bytes) => replaceLast(bytes, '\nendobj\n', '\nendobj 1'),
  },
  '6.1.7.1 streams are in the file': (one) => hold(one, stream({ F: PdfString.fromString('elsewhere') })),
  '6.1.7.2 filters are standard ones, without LZW': (one) => hold(one, stream({ Filter: name('LZWDecode') })),
  '6.1.8 names are UTF-8': (one) => hold(one, name('\xff')),
  '6.1.12 nobody has further permissions': (one) => catalogOf(one).set('Perms', dict({ UR: dict({}) })),
  '6.1.13 strings and names are not too long': (one) =>
    hold(one, PdfString.fromBytes(new Uint8Array(40_000))),
  '6.1.13 pages are of a usual size': (one) =>
    one.pages[0]!.dict.set('MediaBox', PdfArray.of(...[0, 0, 2, 20_000].map((side) => PdfNumber.of(side)))),
  '6.2.3 the output intent has a profile of sRGB': (one) => profileOf(one).profile.set('N', PdfNumber.of(4)),
  '6.2.4.3 colours are those of the output intent': (one) =>
    drawOn(one, (content) => `${content} /Artifact BMC 0 0 0 1 k EMC`),
  '6.2.5 there are no transfer functions': (one) => hold(one, dict({ TR: name('Identity') })),
  '6.2.8 images are not interpolated and have no alternates': (one) =>
    hold(one, stream({ Subtype: name('Image'), Interpolate: PdfBool.of(true) })),
  '6.2.9 there are no PostScript and no reference objects': (one) =>
    hold(one, stream({ Subtype: name('PS') })),
  '6.2.11.4.1 fonts are embedded': noFontProgram,
  '6.2.11.5 widths are those of the font': wrongWidth,
  '6.2.11.7 characters have a Unicode text': noUnicode,
  '6.2.11.8 no glyph is undefined': undefinedGlyph,
  '6.3.1 annotations are of permitted kinds': (one) => widgetOf(one).set('Subtype', name('Screen')),
  '6.3.2 annotations are printed and not hidden': (one) => widgetOf(one).set('F', PdfNumber.of(2)),
  '6.3.3 annotations have an appearance': (one) => widgetOf(one).delete('AP'),
  '6.3.3 appearances are of the right kind': (one) => {
    const { dict: strip } = one.pages[0]!.annotations.at(-1)!
    strip.set('AP', dict({ N: strip.getDict('AP')!.getDict('N')!.get('Off')! }))
  },
  '6.4.1 fields have no actions, and the form no request for appearances': (one) =>
    widgetOf(one).set('AA', dict({})),
  '6.4.2 there is no XFA form': xfa,
  '6.4.3 a signature covers the file up to its revision': (one) => {
    const value = dictWith(one, 'ByteRange')
    value.set('ByteRange', PdfArray.of(...[0, 10, 20, 30].map((offset) => PdfNumber.of(offset))))
  },
  '6.5.1 there are no forbidden actions': (one) => hold(one, dict({ S: name('JavaScript') })),
  '6.5.2 nothing acts when it is opened': (one) => one.pages[0]!.dict.set('AA', dict({})),
  '6.6.2.1 metadata are XML in a plain packet': (one) => described(one, 'id="W5M0', 'bytes="9" id="W5M0'),
  '6.6.2.3 metadata are known or described': (one) =>
    described(one, /<pdfaExtension:schemas>.*<\/pdfaExtension:schemas>/, ''),
  '6.6.3 metadata and document information agree': (one) =>
    described(one, '<xmp:CreatorTool>Qishu', '<xmp:CreatorTool>Other'),
  '6.6.4 the metadata claim part 3, level A': (one) =>
    described(one, '<pdfaid:conformance>A', '<pdfaid:conformance>B'),
  '6.7.2 the file is tagged': unmarked,
  '6.7.4 the language is known': noLanguage,
  '6.8 attached files have a type, a date and both names': oneName,
  '6.8 attached files belong to the document in a stated way': (one) => catalogOf(one).delete('AF'),
  '6.9 there are no layers': (one) => catalogOf(one).set('OCProperties', dict({})),
  '6.10 there are no other presentations': (one) => one.pages[0]!.dict.set('PresSteps', dict({})),
  '6.11 the document requires nothing': (one) => catalogOf(one).set('Requirements', PdfArray.of()),
}

test('each rule has a file that breaks it', () => {
  expect(Object.keys(UA_BROKEN).sort()).toEqual(Object.keys(UA_1).sort())
  expect(Object.keys(A_BROKEN).sort()).toEqual(Object.keys(A_3).sort())
})

test('a file that is only rewritten conforms, apart from its signatures', () => {
  const again = broken(good, () => {})
  expect([...failuresOf(UA_1, again), ...failuresOf(A_3, again)]).toEqual([])
})

const cases = [
  ...Object.entries(UA_BROKEN).map(([rule, breaking]) => [rule, breaking, UA_1[rule]!] as const),
  ...Object.entries(A_BROKEN).map(([rule, breaking]) => [rule, breaking, A_3[rule]!] as const),
]

test.each(cases)('%s', (_, breaking, rule) => {
  const bytes = typeof breaking === 'function' ? broken(good, breaking) : breaking.bytes(good)
  expect(rule(readForRules(good))).toEqual([])
  expect(rule(readForRules(bytes))).not.toEqual([])
})
