import { type PdfDict, PdfName, type PdfObject, PdfStream } from '@libpdf/core'
import { operationsOf } from '#src/pdf/content.ts'
import type { PdfFile } from '#src/pdf/read.ts'
import { arrayOf, dictOf, nameOf } from '#src/pdf/values.ts'
import type { Layers } from './layers.ts'

/** The content of a page as one stream: its streams joined by line ends. */
export function contentOf(value: PdfObject | undefined, { resolve }: PdfFile): Uint8Array {
  const contents = resolve(value)
  const streams = contents instanceof PdfStream ? [contents] : arrayOf(value, resolve).map(resolve)
  const parts = streams.flatMap((stream) =>
    stream instanceof PdfStream ? [decodeStream(stream, resolve), Buffer.from('\n')] : [],
  )
  return Buffer.concat(parts)
}

/** The decoded data of a stream whose filters may be indirect objects. */
export function decodeStream(stream: PdfStream, resolve: PdfFile['resolve']): Uint8Array {
  const decodable = new PdfStream(stream, stream.data)
  for (const key of ['Filter', 'DecodeParms']) {
    const value = resolve(stream.get(key))
    if (value) decodable.set(key, value)
  }
  return decodable.getDecodedData()
}

/**
 * The number of graphics states that a content leaves open; they must be closed before anything is appended.
 */
export function openStates(content: Uint8Array): number {
  let openCount = 0
  for (const { operator } of operationsOf(content)) {
    if (operator === 'q') openCount++
    if (operator === 'Q' && openCount > 0) openCount--
  }
  return openCount
}

/** The content without parts of hidden layers. Throws PdfSyntaxError when it cannot be read. */
export function withoutHidden(
  content: Uint8Array,
  resources: PdfDict | null,
  layers: Layers,
  file: PdfFile,
): Uint8Array {
  const groups = dictOf(resources?.get('Properties'), file.resolve)
  const parts: Uint8Array[] = []
  let shownStart = 0
  let depth = 0
  let hiddenAt = 0
  for (const { operator, operands, start, end } of operationsOf(content)) {
    if (operator === 'BMC' || operator === 'BDC') {
      depth++
      if (hiddenAt || !isHidden(operands, groups, layers, file)) continue
      hiddenAt = depth
      parts.push(content.subarray(shownStart, start))
    } else if (operator === 'EMC') {
      if (hiddenAt === depth && hiddenAt > 0) {
        hiddenAt = 0
        shownStart = end
      }
      depth--
    }
  }
  if (!hiddenAt) parts.push(content.subarray(shownStart))
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
}

function isHidden([tag, name]: PdfObject[], groups: PdfDict | null, layers: Layers, file: PdfFile): boolean {
  if (!(tag instanceof PdfName) || tag.value !== 'OC') return false
  const key = nameOf(name, file.resolve)
  const group = key === null ? null : dictOf(groups?.get(key), file.resolve)
  return group !== null && !layers.isShown(group)
}
