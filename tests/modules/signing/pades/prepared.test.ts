import { PdfArray, PdfDict, PdfName, PdfString } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { ExactPdf } from '#src/pdf/exact.ts'
import { pdfStructText, qpdfComplaints, withoutSpace } from '#tests/support/pdf-tools.ts'
import { DRAWN_SEAL, type SentFile, sentFile, signSent } from '#tests/support/sent-file.ts'
import { openTagged, readTagged } from '#tests/support/tagged-pdf.ts'
import * as kit from './signing-kit.ts'

let authority: Authority & { kind: 'own' }
let sent: SentFile
let revisions: Uint8Array[]
beforeAll(async () => {
  authority = await kit.temporaryAuthority()
  sent = await sentFile({ seal: DRAWN_SEAL, elsewhere: true })
  revisions = await signSent(authority, sent)
})

const verify = (bytes: Uint8Array) => verifyPades(bytes, [authority.certificate])

const formsIn = async (bytes: Uint8Array) =>
  readTagged(await openTagged(bytes)).elements.filter(({ role }) => role === 'Form')

test('each field of the sent file has a name and a place in the reading order', async () => {
  const { elements, faults } = readTagged(await openTagged(sent.bytes))
  expect(faults).toEqual([])
  const around = (text: string) => {
    const at = elements.findIndex((one) => one.text === text)
    return [elements[at - 1]!, elements[at]!, elements[at + 1]!].map(
      (one) => `${one.role} ${one.text.trim()}`,
    )
  }
  expect(around('甲方签名：陈莲（Signature of Party A）')).toEqual([
    'Form 甲方印章图样（Picture of the seal of Party A）',
    'Form 甲方签名：陈莲（Signature of Party A）',
    'TH 姓名 Name：',
  ])
  expect(around('甲方印章图样（Picture of the seal of Party A）')[0]).toBe('TH 签字 Signature：')
  expect(around('乙方签名：Oliver Grant（Signature of Party B）')[0]).toBe('TH 签字 Signature：')
  const strips = elements.slice(-sent.copy.pages).map(({ text }) => text)
  expect(strips).toEqual(
    strips.map(
      (_, page) =>
        `甲方骑缝章图样（Picture of the cross-page seal of Party A） (${page + 1}/${strips.length})`,
    ),
  )
})

test('a place on page 1 is read after the text of page 1', async () => {
  const file = new ExactPdf(sent.bytes)
  const document = file.dict(file.dict(file.catalog.get('StructTreeRoot'))!.get('K'))!
  const kids = file
    .array(document.get('K'))!
    .toArray()
    .map((kid) => file.dict(kid)!)
  const at = kids.findIndex((kid) => kid.getName('S')?.value === 'Form')
  const pageOf = (element: PdfDict): string =>
    element.getRef('Pg')?.toString() ?? pageOf(file.dict(file.array(element.get('K'))!.at(0))!)
  const [first, second] = file.pages().map(({ ref }) => ref.toString())
  expect([kids[at - 1]!, kids[at]!, kids[at + 1]!].map(pageOf)).toEqual([first, first, second])
})

test('preparing and signing do not change the text that a screen reader reads', async () => {
  const words = async (bytes: Uint8Array) => withoutSpace(await pdfStructText(bytes))
  expect(await words(revisions.at(-1)!)).toBe(await words(sent.printed))
})

test('signing fills the fields: no object of the structure, no page and no form changes', async () => {
  const names = (bytes: Uint8Array) => {
    const file = new ExactPdf(bytes)
    const fields = file.array(file.dict(file.catalog.get('AcroForm'))!.get('Fields'))!.toArray()
    return fields.map((field) => (file.dict(field)!.get('T') as PdfString).asString())
  }
  expect(names(sent.bytes)).toEqual([
    'Seal 1',
    'Signature 1',
    'Signature 2',
    'Signature 2b',
    'Cross-page seal 1',
  ])
  expect(names(revisions.at(-1)!)).toEqual([...names(sent.bytes), 'Closing seal'])
  const before = new ExactPdf(sent.bytes)
  for (const bytes of revisions.slice(1, -1)) {
    const after = new ExactPdf(bytes)
    const changed = [...before.entries.keys()].filter((number) => !after.isUnchangedSince(before, number))
    const widgets = changed.map((number) => (after.object(number) as PdfDict).getName('Subtype')?.value)
    expect(widgets).toEqual(widgets.map(() => 'Widget'))
  }
})

test('every revision is valid here, in pdfsig and in qpdf, and stays tagged', async () => {
  const forms = await formsIn(sent.bytes)
  for (const [index, bytes] of revisions.slice(1).entries()) {
    const reports = await verify(bytes)
    expect(reports.map(({ problems, changes }) => [...problems, ...changes])).toEqual(
      Array(index + 1).fill([]),
    )
    expect((await kit.pdfsig(bytes)).map(({ valid }) => valid)).toEqual(Array(index + 1).fill(true))
    expect(await qpdfComplaints(bytes)).toBe('')
    expect(await formsIn(bytes)).toEqual(forms)
  }
  expect(verdictOn(await verify(revisions.at(-1)!))).toBe('sealed')
})

describe('a prepared field', () => {
  type Change = Parameters<typeof kit.alter>[1]

  const fieldIn = (pdf: Parameters<Change>[0], name: string) => {
    const resolve = pdf.getObject.bind(pdf)
    const fields = pdf.getCatalog().getDict('AcroForm', resolve)!.getArray('Fields', resolve)!.toArray()
    const dicts = fields.map((ref) => resolve(ref as never) as PdfDict)
    return dicts.find((dict) => dict.getString('T')?.asString() === name)!
  }
  const changing =
    (name: string, change: (field: PdfDict) => void): Change =>
    (pdf) =>
      change(fieldIn(pdf, name))

  const CHANGES: [string, Change][] = [
    ['moved', changing('Signature 2', (field) => field.set('Rect', PdfArray.of()))],
    [
      'given another description',
      changing('Signature 2', (field) => field.set('TU', PdfString.fromString('x'))),
    ],
    ['renamed', changing('Signature 2', (field) => field.set('T', PdfString.fromString('x')))],
    ['freed of its lock', changing('Signature 2', (field) => field.delete('Lock'))],
    [
      'given the drawing of another',
      (pdf) => fieldIn(pdf, 'Signature 2').set('AP', fieldIn(pdf, 'Signature 1').get('AP')!),
    ],
    [
      'given another place in the reading order',
      changing('Signature 2', (field) => field.delete('StructParent')),
    ],
    [
      'given the signature of another',
      (pdf) => fieldIn(pdf, 'Signature 2').set('V', fieldIn(pdf, 'Signature 1').get('V')!),
    ],
    [
      'given an action',
      changing('Signature 2', (field) => field.set('A', PdfDict.of({ S: PdfName.of('Hide') }))),
    ],
  ]

  test.each(CHANGES)(
    'is reported as changed when it is %s after a signature, whoever signs afterwards',
    async (_, change) => {
      const signed = revisions[2]!
      const stranger = await kit.temporaryAuthority()
      const changed = [
        await kit.alter(signed, change),
        await kit.signBlindly(await kit.identityOf(stranger, { name: 'Mallory' }), signed, { change }),
        await kit.signBlindly(await kit.identityOf(authority, { name: '周明' }), signed, { change }),
      ]
      for (const bytes of changed) expect((await verify(bytes))[0]!.changes).not.toEqual([])
    },
  )

  test('is reported as changed when a stranger signs in it, and we then refuse to sign', async () => {
    const stranger = await kit.temporaryAuthority()
    const place = sent.copy.places.find(({ kind, signatory }) => kind === 'sign' && signatory === 'two')!
    expect(place).toBeDefined()
    const drawing = await drawingOfSecond()
    const signing = { fieldName: 'Signature 2', ...drawing, unchecked: true }
    const bytes = await kit.signAs(stranger, revisions[2]!, { name: 'Mallory' }, signing)
    expect((await verify(bytes))[0]!.changes.map(({ what }) => what)).toEqual(['foreign'])
    await expect(kit.signAs(authority, bytes, { name: 'Oliver Grant' }, signing)).rejects.toThrow(
      'is there already',
    )
  })

  test('is filled only at its own place', async () => {
    const { place, appearance } = await drawingOfSecond()
    const moved = { ...place, x: place.x + 1 }
    await expect(
      kit.signAs(
        authority,
        sent.bytes,
        { name: 'Oliver Grant' },
        { fieldName: 'Signature 2', place: moved, appearance },
      ),
    ).rejects.toThrow('The field Signature 2 is there already')
  })
})

const drawingOfSecond = async () => {
  const { drawingsIn } = await import('#modules/signing/providers/builtin/pades/drawing/drawings.ts')
  const caption = { name: 'Oliver Grant', signedAt: new Date() }
  const [drawing] = await drawingsIn(sent.copy, 'two', { kind: 'typed', text: 'Oliver Grant' }, caption)
  return drawing!
}
