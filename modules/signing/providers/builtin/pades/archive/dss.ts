import { type PDF, PdfArray, PdfDict, PdfName, PdfStream } from '@libpdf/core'
import { sameBytes } from '../engine.ts'
import type { ValidationData } from './validation-data.ts'

/** Adds validation data to the file's document security store (ISO 32000-2, 12.8.4.3), beside what is there. */
export function addDss(pdf: PDF, { certificates, crls }: ValidationData): void {
  const resolve = pdf.getObject.bind(pdf)
  const before = pdf.getCatalog().getDict('DSS', resolve)
  const list = (key: string, ders: Uint8Array[]) => {
    const held = before?.getArray(key, resolve)?.toArray() ?? []
    const known = held.map((ref) => (ref.type === 'ref' ? resolve(ref as never) : ref) as PdfStream)
    const added = ders.filter((der) => !known.some((one) => sameBytes(one.getDecodedData(), der)))
    return PdfArray.of(...held, ...added.map((der) => pdf.register(streamOf(der))))
  }
  const lists = { Certs: list('Certs', certificates), CRLs: list('CRLs', crls) }
  const filled = Object.entries(lists).filter(([, array]) => array.length > 0)
  pdf
    .getCatalog()
    .set('DSS', pdf.register(PdfDict.of({ Type: PdfName.of('DSS'), ...Object.fromEntries(filled) })))
}

/** In hexadecimal, so that no name on a certificate can be taken for another part of the file. */
function streamOf(der: Uint8Array): PdfStream {
  const hex = Buffer.from(der).toString('hex')
  return PdfStream.fromDict({ Filter: PdfName.of('ASCIIHexDecode') }, new TextEncoder().encode(`${hex}>`))
}
