import type { PdfDict, PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { SOURCE_FILE, SOURCE_FORMAT } from '#src/pdf/source-format.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

const FILE_KEYS = ['Type', 'F', 'UF', 'Desc', 'AFRelationship', 'EF']
const DATA_KEYS = ['Type', 'Subtype', 'Params', 'Length', 'Filter']

/**
 * The file specification of the data that we attach to our own documents (PDF/A-3); null unless it is the
 * only attachment of the file, in exactly our form, and JSON of our format, which cannot be executed.
 */
export function ownSource(catalog: PdfDict, resolve: Resolve): PdfDict | null {
  const [file, ...moreFiles] = catalog.getArray('AF', resolve)?.toArray() ?? []
  const names = catalog.getDict('Names', resolve)
  const embeddedFiles = names?.getDict('EmbeddedFiles', resolve)
  const [name, namedFile, ...otherNames] = embeddedFiles?.getArray('Names', resolve)?.toArray() ?? []
  const isAlone = moreFiles.length === 0 && otherNames.length === 0 && embeddedFiles?.size === 1
  if (!isAlone || file?.type !== 'ref' || namedFile !== file || !isNamed(name)) return null
  const dict = resolve(file as PdfRef)
  return dict?.type === 'dict' && isSource(dict as PdfDict, resolve) ? (dict as PdfDict) : null
}

const isNamed = (object: PdfObject | undefined) =>
  object?.type === 'string' && (object as unknown as { asString(): string }).asString() === SOURCE_FILE

function isSource(file: PdfDict, resolve: Resolve): boolean {
  const embedded = file.getDict('EF', resolve)
  const refs = embedded ? [...embedded] : []
  const data = embedded?.getRef('F')
  const isSingleFile = data && refs.every(([key, ref]) => ['F', 'UF'].includes(key.value) && ref === data)
  const stream = isSingleFile ? resolve(data) : null
  return (
    hasOnly(file, FILE_KEYS) &&
    ['F', 'UF'].every((key) => isNamed(file.get(key))) &&
    file.getName('AFRelationship')?.value === 'Source' &&
    stream?.type === 'stream' &&
    isData(stream as PdfStream)
  )
}

function isData(stream: PdfStream): boolean {
  if (!hasOnly(stream, DATA_KEYS) || stream.getName('Subtype')?.value !== 'application/json') return false
  try {
    const data: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(stream.getDecodedData()),
    )
    return typeof data === 'object' && data !== null && 'format' in data && data.format === SOURCE_FORMAT
  } catch {
    return false
  }
}

const hasOnly = (dict: PdfDict, keys: string[]) => [...dict.keys()].every(({ value }) => keys.includes(value))
