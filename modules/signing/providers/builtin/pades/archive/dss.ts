import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core'
import type { Update } from '#src/pdf/append.ts'
import type { ExactPdf } from '#src/pdf/exact.ts'
import { sameBytes } from '../engine.ts'
import { streamOf } from '../form.ts'
import type { ValidationData } from './validation-data.ts'

/**
 * Adds validation data to the file's document security store (ISO 32000-2, 12.8.4.3) and keeps its content.
 */
export function addDss(update: Update, { certificates, crls }: ValidationData): void {
  const { file } = update
  const store = new PdfDict(file.dict(file.catalog.get('DSS')) ?? [])
  store.set('Type', PdfName.of('DSS'))
  for (const [key, ders] of [
    ['Certs', certificates],
    ['CRLs', crls],
  ] as const) {
    const existing = file.array(store.get(key))?.toArray() ?? []
    const existingData = existing.map((item) => streamOf(file, item)?.getDecodedData())
    const added = ders.filter((der) => !existingData.some((one) => one && sameBytes(one, der)))
    const items: PdfObject[] = [...existing, ...added.map((der) => update.register(hexStream(der)))]
    if (items.length > 0) store.set(key, PdfArray.of(...items))
  }
  update.edit(file.trailer.getRef('Root')!).set('DSS', update.register(store))
}

/** Whether the catalog declares the extension for validation data. A PDF 2.0 file needs no declaration. */
export const declaresStore = ({ catalog }: ExactPdf): boolean => {
  const extensions = catalog.get('Extensions')
  return extensions instanceof PdfDict && extensions.has('ESIC')
}

/** Whether a file of ours has to declare the extension for validation data, because it is PDF 1.7. */
export function lacksDeclaration(file: ExactPdf): boolean {
  const extensions = file.catalog.get('Extensions')
  const isPlain = extensions === undefined || extensions instanceof PdfDict
  return versionOf(file) === '1.7' && isPlain && !declaresStore(file)
}

function versionOf({ bytes, catalog }: ExactPdf): string {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return catalog.getName('Version')?.value ?? /%PDF-(\d\.\d)/.exec(head)?.[1] ?? ''
}

/** Declares the extension of PDF 1.7 for validation data and document time-stamps (EN 319 142-1, 5.6). */
export function declareStore(update: Update): void {
  const { file } = update
  const extensions = new PdfDict(file.dict(file.catalog.get('Extensions')) ?? [])
  const level = { BaseVersion: PdfName.of('1.7'), ExtensionLevel: PdfNumber.of(5) }
  extensions.set('ESIC', PdfDict.of(level))
  update.edit(file.trailer.getRef('Root')!).set('Extensions', extensions)
}

/** Written in hexadecimal, so that no text in a certificate can be mistaken for PDF syntax. */
function hexStream(der: Uint8Array): PdfStream {
  const hex = Buffer.from(der).toString('hex')
  return PdfStream.fromDict({ Filter: PdfName.of('ASCIIHexDecode') }, new TextEncoder().encode(`${hex}>`))
}
