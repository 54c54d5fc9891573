import { PdfArray, PdfDict, PdfName, type PdfObject, PdfStream } from '@libpdf/core'
import type { Update } from '#src/pdf/append.ts'
import { sameBytes } from '../engine.ts'
import { streamOf } from '../form.ts'
import type { ValidationData } from './validation-data.ts'

/**
 * Adds validation data to the file's document security store (ISO 32000-2, 12.8.4.3), keeping its content.
 */
export function addDss(update: Update, { certificates, crls }: ValidationData): void {
  const { file } = update
  const store = new PdfDict(file.dict(file.catalog.get('DSS')) ?? [])
  store.set('Type', PdfName.of('DSS'))
  for (const [key, ders] of [
    ['Certs', certificates],
    ['CRLs', crls],
  ] as const) {
    const held = file.array(store.get(key))?.toArray() ?? []
    const known = held.map((item) => streamOf(file, item)?.getDecodedData())
    const added = ders.filter((der) => !known.some((one) => one && sameBytes(one, der)))
    const items: PdfObject[] = [...held, ...added.map((der) => update.register(hexStream(der)))]
    if (items.length > 0) store.set(key, PdfArray.of(...items))
  }
  update.edit(file.trailer.getRef('Root')!).set('DSS', update.register(store))
}

/** In hexadecimal, so that a name in a certificate cannot be read as another part of the file. */
function hexStream(der: Uint8Array): PdfStream {
  const hex = Buffer.from(der).toString('hex')
  return PdfStream.fromDict({ Filter: PdfName.of('ASCIIHexDecode') }, new TextEncoder().encode(`${hex}>`))
}
