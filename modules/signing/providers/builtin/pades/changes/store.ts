import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { readCrl } from '../archive/crl.ts'
import { readCertificate, readDer } from '../engine.ts'
import type { Reading } from './reading.ts'

/** What each list of a document security store may hold; throws when the bytes are something else. */
const LISTS: Record<string, (der: Uint8Array) => unknown> = {
  Certs: readCertificate,
  CRLs: readCrl,
  OCSPs: readDer,
}

/**
 * The numbers of the objects of the document security store, whose lists hold certificates and what was said about
 * them, and nothing else; null when it is anything but that.
 */
export function storeParts({ catalog, resolve }: Reading): Set<number> | null {
  const parts = new Set<number>()
  const follow = (object: PdfObject | null | undefined) => {
    if (!(object instanceof PdfRef)) return object
    parts.add(object.objectNumber)
    return resolve(object)
  }
  if (!catalog.has('DSS')) return parts
  const store = follow(catalog.get('DSS'))
  if (!(store instanceof PdfDict) || store instanceof PdfStream) return null
  for (const [{ value: key }, entry] of store) {
    if (key === 'Type') continue
    const [read, list] = [LISTS[key], follow(entry)]
    if (!read || !(list instanceof PdfArray)) return null
    if (!list.toArray().every((item) => isDer(follow(item), read))) return null
  }
  return parts
}

function isDer(object: PdfObject | null | undefined, read: (der: Uint8Array) => unknown): boolean {
  if (!(object instanceof PdfStream)) return false
  if (![...object.keys()].every(({ value }) => value === 'Length' || value === 'Filter')) return false
  try {
    const der = object.getDecodedData()
    return readDer(der).length === der.length && Boolean(read(der))
  } catch {
    return false
  }
}
