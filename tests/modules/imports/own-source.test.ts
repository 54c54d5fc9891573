import { PdfArray, PdfDict, PdfName, type PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import { checkFile } from '#modules/imports/copy/check-file.ts'
import { Update } from '#src/pdf/append.ts'
import { ExactPdf } from '#src/pdf/exact.ts'
import * as kit from '#tests/modules/signing/pades/signing-kit.ts'
import { type SentFile, sentFile, signSent } from '#tests/support/sent-file.ts'

let sentSigning: SentFile
let signedBytes: Uint8Array
beforeAll(async () => {
  sentSigning = await sentFile()
  signedBytes = (await signSent(await kit.temporaryAuthority(), sentSigning)).at(-1)!
})

const findingOf = async (bytes: Uint8Array) => (await checkFile(bytes, 500)).finding

test('our own document is imported with its data, and nothing is reported as removed', async () => {
  expect(await findingOf(sentSigning.printed)).toMatchObject({ removed: [], signed: false })
})

test('our own signed document can be imported and signed by other people', async () => {
  expect(await findingOf(signedBytes)).toMatchObject({ removed: [], signed: true })
})

interface Attached {
  update: Update
  catalog: PdfDict
  file: PdfDict
  data: PdfStream
  ref: PdfRef
}

/** The PDF after a change of its attachment. */
function attached(change: (attached: Attached) => void): Uint8Array {
  const update = new Update(new ExactPdf(sentSigning.printed))
  const catalog = update.edit(update.file.trailer.getRef('Root')!)
  const ref = update.file.array(catalog.get('AF'))!.at(0) as PdfRef
  const file = update.edit(ref)
  const data = update.file.resolve(update.file.dict(file.get('EF'))!.get('F')) as PdfStream
  change({ update, catalog, file, data, ref })
  return update.bytes()
}

/** Attaches other bytes under the same name and type. */
const holding = (bytes: Uint8Array, subtype = 'application/json') =>
  attached(({ update, file }) => {
    const stream = new PdfStream(PdfDict.of({ Subtype: PdfName.of(subtype) }), bytes)
    const ref = update.register(stream)
    file.set('EF', PdfDict.of({ F: ref, UF: ref }))
  })

const text = (words: string) => new TextEncoder().encode(words)

const OTHER_FILES: [string, () => Uint8Array][] = [
  ['a program', () => holding(text('#!/bin/sh'))],
  ['JSON of somebody else', () => holding(text('{"format":"theirs"}'))],
  ['bytes that are no text', () => holding(new Uint8Array([0xff, 0xfe]))],
  ['data of another type', () => holding(text('{"format":"qishu-document-1"}'), 'application/x-sh')],
  ['another name', () => attached(({ file }) => file.set('UF', PdfString.fromString('document.exe')))],
  ['another relation', () => attached(({ file }) => file.set('AFRelationship', PdfName.of('Data')))],
  ['further entries', () => attached(({ file }) => file.set('FS', PdfName.of('URL')))],
  [
    'a second file in the list',
    () =>
      attached(({ catalog, ref }) => {
        const names = PdfArray.of(
          PdfString.fromString('document.json'),
          ref,
          PdfString.fromString('more'),
          ref,
        )
        catalog.set('Names', PdfDict.of({ EmbeddedFiles: PdfDict.of({ Names: names }) }))
      }),
  ],
  [
    'a second associated file',
    () => attached(({ catalog, ref }) => catalog.set('AF', PdfArray.of(ref, ref))),
  ],
  [
    'a branch of the list',
    () =>
      attached(({ update, catalog, ref }) => {
        const names = PdfArray.of(PdfString.fromString('document.json'), ref)
        const branch = update.register(PdfDict.of({ Names: names }))
        catalog.set(
          'Names',
          PdfDict.of({ EmbeddedFiles: PdfDict.of({ Names: names, Kids: PdfArray.of(branch) }) }),
        )
      }),
  ],
  [
    'a second stream',
    () =>
      attached(({ update, file, data }) => {
        const other = update.register(new PdfStream(new PdfDict(), text('MZ')))
        const own = update.register(new PdfStream(new PdfDict(data), data.data))
        file.set('EF', PdfDict.of({ F: own, UF: other }))
      }),
  ],
]

test.each(OTHER_FILES)('%s attached in our form is removed like any attachment', async (_, make) => {
  expect(await findingOf(make())).toMatchObject({ removed: ['attachments'] })
})

test('a signed file with such an attachment is rejected', async () => {
  const authority = await kit.temporaryAuthority()
  const bytes = await kit.signAs(authority, holding(text('#!/bin/sh')), { name: '林静' })
  expect(await findingOf(bytes)).toEqual({ refused: 'signed' })
})
