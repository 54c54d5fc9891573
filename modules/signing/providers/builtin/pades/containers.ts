import { PDF, type PdfArray, type PdfDict, type PdfNumber, type PdfString } from '@libpdf/core'

export type ByteRange = [start: number, length: number, next: number, rest: number]

/** A signature as the file holds it. */
export interface Container {
  range: ByteRange
  /** null for one that no form field leads to */
  fieldName: string | null
  /** A document time-stamp, which says when, not who. */
  isTimestamp: boolean
  /** The /Contents as the reader sees it. */
  contents: Uint8Array
  /** The /M entry. */
  claimedAt: Date | null
}

export interface Containers {
  held: Container[]
  /** Ranges that stand in the bytes, but to which no signed field leads. */
  stray: ByteRange[]
}

/**
 * All signatures of a file: those its fields hold, and those it only seems to have, so that a signature does
 * not vanish with one damaged byte of its field.
 */
export async function findContainers(bytes: Uint8Array): Promise<Containers> {
  const held = await heldBy(bytes).catch(() => [])
  const known = new Set(held.map(({ range }) => range.join()))
  return { held, stray: rangesIn(bytes).filter((range) => !known.has(range.join())) }
}

async function heldBy(bytes: Uint8Array): Promise<Container[]> {
  const pdf = await PDF.load(bytes, { lenient: false })
  const found: Container[] = []
  for (const field of pdf.getForm()?.getFields() ?? []) {
    const value = field.getDict().getDict('V', (ref) => pdf.getObject(ref))
    if (field.type === 'signature' && value) found.push(containerOf(field.name, value, pdf))
  }
  return found
}

function containerOf(fieldName: string, value: PdfDict, pdf: PDF): Container {
  const resolve = pdf.getObject.bind(pdf)
  const range = value.getArray('ByteRange', resolve)
  return {
    fieldName,
    isTimestamp: value.getName('SubFilter', resolve)?.value === 'ETSI.RFC3161',
    range: numbersOf(range),
    contents: value.getString('Contents', resolve)?.bytes ?? new Uint8Array(),
    claimedAt: dateOf(value.getString('M', resolve)),
  }
}

function numbersOf(array: PdfArray | undefined): ByteRange {
  const numbers = (array?.toArray() ?? []).map((item) =>
    item.type === 'number' ? (item as PdfNumber).value : -1,
  )
  return numbers.length === 4 ? (numbers as ByteRange) : [-1, -1, -1, -1]
}

function dateOf(text: PdfString | undefined): Date | null {
  const found = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-]\d\d)'?(\d\d)'?)?/.exec(
    text?.asString() ?? '',
  )
  if (!found) return null
  const [, year, month, day, hour, minute, second, hours = '+00', minutes = '00'] = found
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`)
  return Number.isNaN(date.getTime()) ? null : date
}

function rangesIn(bytes: Uint8Array): ByteRange[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const found = text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)
  return [...found].map((match) => match.slice(1, 5).map(Number) as ByteRange)
}
