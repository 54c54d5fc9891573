import { unzipSync } from 'fflate'
import { walkXml } from '#src/files/spreadsheet/walk-xml.ts'
import type { Problems } from '#src/http/body.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { FILE_FORMATS, type FileFormat, type InvoiceFiles } from './invoice-file.ts'

export const MAX_FILE_BYTES = 5 * 1024 * 1024
/** The maximum size of OFD.xml, which only names the parts of the archive. */
const MAX_ROOT_BYTES = 1024 * 1024

/** The facts stated in a file. */
interface FileFacts {
  /** The invoice numbers in the file; empty for a PDF, and for files without a number. */
  numbers: string[]
}

/** The elements of the data file that contain the number of the invoice. */
const NUMBER_ELEMENTS = new Set(['InvoiceNumber', 'EIid', 'Fphm', 'fphm', '发票号码'])
/** The name of the number among the custom data of an OFD file. */
const NUMBER_DATA = '发票号码'

const isNumber = (text: string) => /^\d{20}$/.test(text)

/** A reader for each format, which returns null for a file of another format. */
const READER_BY_FORMAT: Record<FileFormat, (bytes: Uint8Array) => FileFacts | null> = {
  pdf: (bytes) => (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-' ? { numbers: [] } : null),
  ofd: readOfd,
  xml: (bytes) => {
    const text = decodeXml(bytes)
    return text === null ? null : readElements(text, (name) => NUMBER_ELEMENTS.has(name))
  },
}

/** The facts in a file; null if it has another format. */
export const readFile = (format: FileFormat, bytes: Uint8Array) => READER_BY_FORMAT[format](bytes)

function readOfd(bytes: Uint8Array): FileFacts | null {
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => name === 'OFD.xml' && originalSize <= MAX_ROOT_BYTES,
    })
    const root = parts['OFD.xml'] && decodeXml(parts['OFD.xml'])
    if (!root) return null
    return readElements(root, (_, { Name }) => Name === NUMBER_DATA, 'OFD')
  } catch {
    return null
  }
}

/** The decoded text; null for bytes that are not in the declared encoding. */
function decodeXml(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const encoding = /^[^<]{0,3}<\?xml[^>]{0,100}?encoding=["']([\w-]{1,20})/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The numbers in the chosen elements; null for text that is not XML, or has another root. */
function readElements(
  text: string,
  isChosen: (name: string, attributes: Record<string, string>) => boolean,
  root?: string,
): FileFacts | null {
  const numbers = new Set<string>()
  const path: boolean[] = []
  let isRootRight = true
  try {
    walkXml(text, {
      open: (name, attributes) => {
        if (!path.length && root && name !== root) isRootRight = false
        path.push(isChosen(name, attributes))
      },
      close: () => path.pop(),
      onText: (words) => {
        if (path.at(-1) && isNumber(words.trim())) numbers.add(words.trim())
      },
    })
  } catch {
    return null
  }
  return isRootRight ? { numbers: [...numbers] } : null
}

const FORMAT_PROBLEMS = {
  pdf: 'orders.problem.noPdf',
  ofd: 'orders.problem.noOfd',
  xml: 'orders.problem.noXml',
} as const

/** The problem of a file: its size, its format, or that it names another invoice; null for none. */
export function problemOfFile(format: FileFormat, bytes: Uint8Array, number: string): MessageKey | null {
  if (bytes.length > MAX_FILE_BYTES) return 'orders.problem.fileSize'
  const facts = readFile(format, bytes)
  if (!facts) return FORMAT_PROBLEMS[format]
  // A red-letter invoice also names the invoice that it reverses.
  const isOther = isNumber(number) && facts.numbers.length > 0 && !facts.numbers.includes(number)
  return isOther ? 'orders.problem.otherInvoice' : null
}

/** The problems of the files of an invoice with this number, by format; no single format is required. */
export function problemsOfFiles(files: InvoiceFiles, number: string): Problems {
  const problems: Problems = {}
  for (const format of FILE_FORMATS) {
    const bytes = files[format]
    const problem = bytes && problemOfFile(format, bytes, number)
    if (problem) problems[format] = problem
  }
  return problems
}
