import { PdfArray, PdfDict, PdfNumber, type PdfObject, type PdfRef, PdfString } from '@libpdf/core'
import { writeObject } from './write-object.ts'

export interface FileParts {
  /** The version in the file's header, such as '1.7'. */
  version: string
  /** The object with number n is at index n - 1. */
  objects: PdfObject[]
  root: PdfRef
  info: PdfRef | null
  /** 16 bytes that identify the file. */
  id: Uint8Array
}

/**
 * Writes a PDF in the simplest form: one revision, each object once and outside object streams, one
 * cross-reference table (ISO 32000-2, 7.5). Equal input gives equal bytes.
 */
export function writeFile({ version, objects, root, info, id }: FileParts): Uint8Array {
  const chunks: Uint8Array[] = []
  let length = 0
  const write = (chunk: string | Uint8Array) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk
    chunks.push(bytes)
    length += bytes.length
  }
  write(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`)
  const offsets = objects.map((object, index) => {
    const offset = length
    write(`${index + 1} 0 obj\n`)
    write(writeObject(object))
    write('\nendobj\n')
    return offset
  })
  const tableOffset = length
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n\r\n`)
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f\r\n${lines.join('')}trailer\n`)
  const trailer = new PdfDict()
  trailer.set('Size', PdfNumber.of(objects.length + 1))
  trailer.set('Root', root)
  if (info) trailer.set('Info', info)
  const fileId = PdfString.fromBytes(id)
  trailer.set('ID', PdfArray.of(fileId, fileId))
  write(writeObject(trailer))
  write(`\nstartxref\n${tableOffset}\n%%EOF\n`)
  return Buffer.concat(chunks)
}
