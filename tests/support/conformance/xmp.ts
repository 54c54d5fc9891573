import { PdfStream } from '@libpdf/core'
import { SaxesParser } from 'saxes'
import type { Reading } from './reading.ts'

export interface Xmp {
  packet: string
  /** The text of each property by its prefixed name; for a list its first item. */
  values: Map<string, string>
  /** The namespaces that the metadata uses, and those that it describes. */
  used: Set<string>
  described: Set<string>
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const SCHEMA = 'http://www.aiim.org/pdfa/ns/schema#'

/** The metadata of a file; null if it has none, or they are not valid XML. */
export function xmpOf({ file }: Reading): Xmp | null {
  const stream = file.resolve(file.catalog.get('Metadata'))
  if (!(stream instanceof PdfStream)) return null
  const packet = Buffer.from(stream.getDecodedData()).toString('utf8')
  try {
    return read(packet)
  } catch {
    return null
  }
}

function read(packet: string): Xmp {
  const xmp: Xmp = { packet, values: new Map(), used: new Set(), described: new Set() }
  const parser = new SaxesParser({ xmlns: true })
  const openElements: { name: string; uri: string; text: string }[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, uri }) => {
    // A property is a child of rdf:Description.
    if (openElements.at(-1)?.name === 'rdf:Description') xmp.used.add(uri)
    openElements.push({ name, uri, text: '' })
  })
  parser.on('text', (text) => {
    const lastElement = openElements.at(-1)
    if (lastElement) lastElement.text += text
  })
  parser.on('closetag', () => {
    const { name, uri, text } = openElements.pop()!
    if (uri === SCHEMA && name.endsWith(':namespaceURI')) xmp.described.add(text.trim())
    const owner = uri === RDF ? openElements.findLast((one) => one.uri !== RDF) : { name }
    if (owner && text.trim() && !xmp.values.has(owner.name)) xmp.values.set(owner.name, text.trim())
  })
  parser.write(packet.replace(/^\ufeff/, '')).close()
  return xmp
}
