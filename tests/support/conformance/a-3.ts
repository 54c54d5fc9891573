import { type PdfDict, PdfName, PdfStream } from '@libpdf/core'
import { operationsOf } from '#src/pdf/content.ts'
import { FILE_RULES } from './a-3-file.ts'
import { appearancesOf, contentsOf } from './content.ts'
import { undefinedGlyphs, unembedded, withoutUnicode, wrongWidths } from './fonts.ts'
import { fieldEntry, isTrue, listOf, nameIn, type Reading, type Rule, textIn } from './reading.ts'
import { UA_1 } from './ua-1.ts'
import { xmpOf } from './xmp.ts'

const ifNot = (holds: unknown, failure: string): string[] => (holds ? [] : [failure])

const annotations = ({ pages }: Reading) => pages.flatMap((page) => page.annotations)

const rectOf = ({ file }: Reading, dict: PdfDict) =>
  (file.array(dict.get('Rect'))?.toArray() ?? []).map((side) => (side as { value?: number }).value ?? 0)

const FORBIDDEN_ACTIONS = new Set(
  'Launch Sound Movie ResetForm ImportData Hide SetOCGState Rendition Trans GoTo3DView JavaScript'.split(' '),
)

const FORBIDDEN_ANNOTATIONS = new Set(['3D', 'Sound', 'Screen', 'Movie', 'RichMedia'])

const RELATIONS = new Set(['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'])

/** The namespaces that PDF/A-3 predefines (XMP 2005). */
const KNOWN_NAMESPACES = new Set([
  'http://purl.org/dc/elements/1.1/',
  'http://ns.adobe.com/pdf/1.3/',
  'http://ns.adobe.com/xap/1.0/',
  'http://www.aiim.org/pdfa/ns/id/',
  'http://www.aiim.org/pdfa/ns/extension/',
])

const PRINTED_FLAG = 4
const HIDDEN_FLAGS = 1 | 2 | 32 | 256

/** Colours of a device colour space that is not the one of the output intent. */
const usesCmyk = (reading: Reading) =>
  contentsOf(reading).some(({ content }) =>
    [...operationsOf(content)].some(({ operator }) => /^[kK]$/.test(operator)),
  ) || reading.names.some(({ value }) => value === 'DeviceCMYK')

const images = ({ dicts }: Reading) => dicts.filter((dict) => dict.getName('Subtype')?.value === 'Image')

const specifications = ({ dicts }: Reading) => dicts.filter((dict) => dict.has('EF'))

/** The rules of PDF/A-3 at level A (ISO 19005-3) that a program can check, by clause. */
export const A_3: Record<string, Rule> = {
  ...FILE_RULES,
  '6.2.3 the output intent has a profile of sRGB': (reading) => {
    const { file } = reading
    const [intent] = listOf(file, file.catalog.get('OutputIntents')).map((one) => file.dict(one))
    const profile = file.resolve(intent?.get('DestOutputProfile'))
    if (!(profile instanceof PdfStream)) return ['none']
    const data = Buffer.from(profile.getDecodedData())
    return [
      ...ifNot(nameIn(reading, intent, 'S') === 'GTS_PDFA1', 'its kind'),
      ...ifNot(
        data.readUInt32BE(0) === data.length && data.toString('latin1', 36, 40) === 'acsp',
        'its length',
      ),
      ...ifNot(data[8]! < 5 && data.toString('latin1', 12, 20) === 'mntrRGB ', 'its class or version'),
      ...ifNot(profile.getNumber('N')?.value === 3, 'the number of its colours'),
    ]
  },
  '6.2.4.3 colours are those of the output intent': (reading) => ifNot(!usesCmyk(reading), 'DeviceCMYK'),
  '6.2.5 there are no transfer functions': ({ dicts }) =>
    dicts.filter((dict) => dict.has('TR') || dict.has('HTP')).map(() => 'TR'),
  '6.2.8 images are not interpolated and have no alternates': (reading) =>
    images(reading)
      .filter((dict) => isTrue(reading, dict, 'Interpolate') || dict.has('Alternates') || dict.has('OPI'))
      .map(() => 'an image'),
  '6.2.9 there are no PostScript and no reference objects': (reading) =>
    reading.dicts
      .filter(
        (dict) =>
          nameIn(reading, dict, 'Subtype') === 'PS' ||
          (nameIn(reading, dict, 'Subtype') === 'Form' && dict.has('Ref')),
      )
      .map(() => 'an XObject'),
  '6.2.11.4.1 fonts are embedded': unembedded,
  '6.2.11.5 widths are those of the font': wrongWidths,
  '6.2.11.7 characters have a Unicode text': withoutUnicode,
  '6.2.11.8 no glyph is undefined': undefinedGlyphs,
  '6.3.1 annotations are of permitted kinds': (reading) =>
    annotations(reading)
      .map(({ dict }) => nameIn(reading, dict, 'Subtype'))
      .filter((kind) => !kind || FORBIDDEN_ANNOTATIONS.has(kind)),
  '6.3.2 annotations are printed and not hidden': (reading) =>
    annotations(reading)
      .filter(
        ({ dict }) => ((dict.getNumber('F')?.value ?? 0) & (PRINTED_FLAG | HIDDEN_FLAGS)) !== PRINTED_FLAG,
      )
      .map(({ ref }) => `annotation ${ref.objectNumber}`),
  '6.3.3 annotations have an appearance': (reading) =>
    annotations(reading)
      .filter(({ dict }) => {
        const [left, bottom, right, top] = rectOf(reading, dict)
        const isPoint = left === right && bottom === top
        return !isPoint && appearancesOf(reading.file, dict).length === 0
      })
      .map(({ ref }) => `annotation ${ref.objectNumber}`),
  '6.3.3 appearances are of the right kind': (reading) =>
    annotations(reading)
      .filter(({ dict }) => {
        const appearances = reading.file.dict(dict.get('AP'))
        if (!appearances) return false
        const kind = fieldEntry(reading, dict, 'FT')
        const isButton = kind instanceof PdfName && kind.value === 'Btn'
        const isStream = reading.file.resolve(appearances.get('N')) instanceof PdfStream
        return appearances.size !== 1 || isStream === isButton
      })
      .map(({ ref }) => `annotation ${ref.objectNumber}`),
  '6.4.1 fields have no actions, and the form no request for appearances': (reading) => [
    ...reading.dicts
      .filter((dict) => dict.has('FT') || nameIn(reading, dict, 'Subtype') === 'Widget')
      .filter((dict) => dict.has('A') || dict.has('AA'))
      .map(() => 'a field'),
    ...ifNot(
      !isTrue(reading, reading.file.dict(reading.file.catalog.get('AcroForm')), 'NeedAppearances'),
      'the form',
    ),
  ],
  '6.4.2 there is no XFA form': (reading) =>
    ifNot(
      !reading.file.dict(reading.file.catalog.get('AcroForm'))?.has('XFA') &&
        !reading.file.catalog.has('NeedsRendering'),
      'XFA',
    ),
  '6.5.1 there are no forbidden actions': (reading) =>
    reading.dicts.map((dict) => nameIn(reading, dict, 'S')).filter((kind) => FORBIDDEN_ACTIONS.has(kind)),
  '6.5.2 nothing acts when it is opened': ({ file, pages }) =>
    [file.catalog, ...pages.map(({ dict }) => dict)].filter((dict) => dict.has('AA')).map(() => 'AA'),
  '6.6.2.1 metadata are XML in a plain packet': (reading) => {
    const packet = xmpOf(reading)?.packet ?? ''
    return ifNot(/^<\?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"\?>/.test(packet), 'the packet')
  },
  '6.6.2.3 metadata are known or described': (reading) => {
    const { used = new Set<string>(), described = new Set<string>() } = xmpOf(reading) ?? {}
    return [...used].filter((uri) => !KNOWN_NAMESPACES.has(uri) && !described.has(uri))
  },
  '6.6.3 metadata and document information agree': (reading) => {
    const info = reading.file.dict(reading.file.trailer.get('Info'))
    const values = xmpOf(reading)?.values ?? new Map<string, string>()
    const pairs = [
      ['Title', values.get('dc:title')],
      ['Author', values.get('dc:creator')],
      ['Subject', values.get('dc:description')],
      ['Creator', values.get('xmp:CreatorTool')],
      ['Producer', values.get('pdf:Producer')],
      ['CreationDate', pdfDate(values.get('xmp:CreateDate'))],
      ['ModDate', pdfDate(values.get('xmp:ModifyDate'))],
    ] as const
    return pairs.filter(([key, value]) => (value ?? '') !== textIn(reading, info, key)).map(([key]) => key)
  },
  '6.6.4 the metadata claim part 3, level A': (reading) => {
    const values = xmpOf(reading)?.values
    return ifNot(values?.get('pdfaid:part') === '3' && values.get('pdfaid:conformance') === 'A', 'no claim')
  },
  '6.7.2 the file is tagged': (reading) => UA_1['7.1 the file is marked as tagged']!(reading),
  '6.7.4 the language is known': (reading) => UA_1['7.2 the language is known']!(reading),
  '6.8 attached files have a type, a date and both names': (reading) =>
    specifications(reading).flatMap((dict) => {
      const data = reading.file.resolve(reading.file.dict(dict.get('EF'))?.get('F'))
      const params = data instanceof PdfStream ? reading.file.dict(data.get('Params')) : null
      return [
        ...ifNot(
          data instanceof PdfStream && /^[\w.+-]+\/[\w.+-]+$/.test(nameIn(reading, data, 'Subtype')),
          'type',
        ),
        ...ifNot(/^D:\d{14}/.test(textIn(reading, params, 'ModDate')), 'ModDate'),
        ...ifNot(textIn(reading, dict, 'F') && textIn(reading, dict, 'UF'), 'names'),
      ]
    }),
  '6.8 attached files belong to the document in a stated way': (reading) =>
    specifications(reading).flatMap((dict) => [
      ...ifNot(RELATIONS.has(nameIn(reading, dict, 'AFRelationship')), 'AFRelationship'),
      ...ifNot(
        listOf(reading.file, reading.file.catalog.get('AF')).some((one) => reading.file.dict(one) === dict),
        'not in AF',
      ),
    ]),
  '6.9 there are no layers': ({ file }) => ifNot(!file.catalog.has('OCProperties'), 'OCProperties'),
  '6.10 there are no other presentations': (reading) => [
    ...ifNot(
      !reading.file.dict(reading.file.catalog.get('Names'))?.has('AlternatePresentations'),
      'in the catalog',
    ),
    ...reading.pages.filter(({ dict }) => dict.has('PresSteps')).map(() => 'on a page'),
  ],
  '6.11 the document requires nothing': ({ file }) =>
    ifNot(!file.catalog.has('Requirements'), 'Requirements'),
}

/** 2026-11-21T02:00:00Z → D:20261121020000Z */
const pdfDate = (moment = '') => (moment ? `D:${moment.replace(/[-:T]/g, '')}` : '')
