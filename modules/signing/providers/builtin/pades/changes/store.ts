import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { readCrl } from '../archive/crl.ts'
import { readCertificate, readDer } from '../engine.ts'
import type { RevisionReading } from './revision-reading.ts'

type ReadDer = (der: Uint8Array) => unknown

/** The parsers for the lists of a document security store; they throw for any other content. */
const LIST_PARSERS: Record<string, ReadDer> = { Certs: readCertificate, CRLs: readCrl, OCSPs: readDer }

/** The keys and parsers of the data for a single signature (ISO 32000-2, 12.8.4.4). */
const ENTRY_PARSERS: Record<string, ReadDer> = { Cert: readCertificate, CRL: readCrl, OCSP: readDer }

/** The objects of a document security store, by number. */
export interface StoreParts {
  /** The store itself, its lists, and its entries for single signatures. */
  lists: Set<number>
  /** Certificates, revocation lists and responses. */
  streams: Set<number>
}

/** The parts of a file's document security store; null if it contains anything but validation data. */
export function storeParts({ catalog, resolve }: RevisionReading): StoreParts | null {
  const parts: StoreParts = { lists: new Set(), streams: new Set() }
  const follow = (object: PdfObject | null | undefined, numbers: Set<number>) => {
    if (!(object instanceof PdfRef)) return object
    numbers.add(object.objectNumber)
    return resolve(object)
  }
  const dictOf = (object: PdfObject | undefined): PdfDict | null => {
    const dict = follow(object, parts.lists)
    return dict instanceof PdfDict && !(dict instanceof PdfStream) ? dict : null
  }
  const isList = (object: PdfObject, parse: ReadDer): boolean => {
    const list = follow(object, parts.lists)
    return (
      list instanceof PdfArray && list.toArray().every((item) => isDer(follow(item, parts.streams), parse))
    )
  }
  const isSignatureData = (object: PdfObject): boolean => {
    const one = dictOf(object)
    return one !== null && entriesOf(one).every(([key, value]) => isSignatureDataEntry(key, value))
  }
  const isSignatureDataEntry = (key: string, value: PdfObject): boolean => {
    if (key === 'Type') return value instanceof PdfName
    if (key === 'TU') return value instanceof PdfString
    if (key === 'TS') return isDer(follow(value, parts.streams), readDer)
    return Object.hasOwn(ENTRY_PARSERS, key) && isList(value, ENTRY_PARSERS[key]!)
  }
  const isEntry = (key: string, value: PdfObject): boolean => {
    if (key === 'Type') return value instanceof PdfName
    if (key !== 'VRI') return Object.hasOwn(LIST_PARSERS, key) && isList(value, LIST_PARSERS[key]!)
    const byHash = dictOf(value)
    return byHash !== null && entriesOf(byHash).every(([key, one]) => key === 'Type' || isSignatureData(one))
  }
  if (!catalog.has('DSS')) return parts
  const store = dictOf(catalog.get('DSS'))
  return store && entriesOf(store).every(([key, value]) => isEntry(key, value)) ? parts : null
}

const entriesOf = (dict: PdfDict): [string, PdfObject][] =>
  [...dict].map(([key, value]) => [key.value, value])

function isDer(object: PdfObject | null | undefined, parse: ReadDer): boolean {
  if (!(object instanceof PdfStream)) return false
  if (!entriesOf(object).every(([key]) => key === 'Length' || key === 'Filter')) return false
  try {
    const der = object.getDecodedData()
    return readDer(der).length === der.length && Boolean(parse(der))
  } catch {
    return false
  }
}

/** The keys that declare an extension of the standard. */
const EXTENSION_KEYS = ['Type', 'BaseVersion', 'ExtensionLevel', 'ExtensionRevision', 'URL']

/** Whether the catalog's /Extensions only declares extensions. */
export function areExtensions(object: PdfObject | undefined): boolean {
  if (!(object instanceof PdfDict)) return false
  return entriesOf(object).every(([key, value]) => {
    if (key === 'Type') return value instanceof PdfName
    const declarations = value instanceof PdfArray ? value.toArray() : [value]
    return declarations.every(
      (one) =>
        one instanceof PdfDict &&
        entriesOf(one).every(
          ([key, entry]) => EXTENSION_KEYS.includes(key) && ['name', 'number', 'string'].includes(entry.type),
        ),
    )
  })
}
