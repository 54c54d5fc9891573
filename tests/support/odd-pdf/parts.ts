import { deflateSync } from 'node:zlib'

/** An object as text, or a stream with its entries and data. */
export type Part = string | { entries: string; data: Buffer }

/** A document to be written: its objects by number, the first page's number, and its oddities. */
export interface OddDocument {
  parts: Map<number, Part>
  pages: number[]
  trailer: string
}

export const latin = (text: string) => Buffer.from(text, 'latin1')

export const stream = (text: string, entries = ''): Part => ({ entries, data: latin(text) })

/** The data of a stream, compressed by a filter that every reader supports. */
export function filtered(part: Part, filter: 'FlateDecode' | 'ASCIIHexDecode' | 'both'): Part {
  if (typeof part === 'string') return part
  const flate = deflateSync(part.data)
  if (filter === 'FlateDecode') return { entries: `${part.entries} /Filter /FlateDecode`, data: flate }
  const hex = (data: Buffer) => latin(`${data.toString('hex')}>`)
  if (filter === 'ASCIIHexDecode')
    return { entries: `${part.entries} /Filter [/ASCIIHexDecode]`, data: hex(part.data) }
  return { entries: `${part.entries} /Filter [/ASCIIHexDecode /FlateDecode]`, data: hex(flate) }
}
