import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core'
import { operationsOf } from '#src/pdf/content.ts'
import type { ExactPdf } from '#src/pdf/exact.ts'
import type { Reading } from './reading.ts'

const DRAWING = new Set([
  'Tj',
  'TJ',
  "'",
  '"',
  'S',
  's',
  'f',
  'F',
  'f*',
  'B',
  'B*',
  'b',
  'b*',
  'Do',
  'sh',
  'EI',
  'BI',
])

export interface MarkedContent {
  /** The ids of the marked-content sequences, in order. */
  ids: number[]
  failures: string[]
}

/**
 * The marked content of a page, with failures for content that is neither tagged nor an artifact, or both.
 */
export function markedContent(content: Uint8Array): MarkedContent {
  const ids: number[] = []
  const failures: string[] = []
  const openSequences: ('tagged' | 'artifact' | 'other')[] = []
  for (const { operator, operands } of operationsOf(content)) {
    if (operator === 'BMC' || operator === 'BDC') {
      const [tag, properties] = operands
      const isArtifact = tag instanceof PdfName && tag.value === 'Artifact'
      const id = properties instanceof PdfDict ? properties.getNumber('MCID')?.value : undefined
      if (id !== undefined) ids.push(id)
      const kind = isArtifact ? 'artifact' : id === undefined ? 'other' : 'tagged'
      if (kind !== 'other' && openSequences.some((one) => one !== 'other'))
        failures.push(`${kind} content within other`)
      openSequences.push(kind)
    } else if (operator === 'EMC') {
      if (!openSequences.pop()) failures.push('an end without a beginning')
    } else if (DRAWING.has(operator) && !openSequences.some((one) => one !== 'other'))
      failures.push(`${operator} is neither tagged nor an artifact`)
  }
  if (openSequences.length > 0) failures.push('marked content does not end')
  return { ids, failures }
}

/** A content stream with its resources: of a page, a form XObject, or an appearance. */
export interface DrawnContent {
  content: Uint8Array
  resources: PdfDict | null
}

/** All content streams of a file. */
export function contentsOf({ file, pages }: Reading): DrawnContent[] {
  const streams: DrawnContent[] = []
  const seenStreams = new Set<PdfDict>()
  const visit = (content: Uint8Array, resources: PdfDict | null) => {
    streams.push({ content, resources })
    for (const [, object] of file.dict(resources?.get('XObject')) ?? []) {
      const form = file.resolve(object)
      if (form instanceof PdfStream && form.getName('Subtype')?.value === 'Form') visitForm(form)
    }
  }
  const visitForm = (form: PdfStream) => {
    if (seenStreams.has(form)) return
    seenStreams.add(form)
    visit(form.getDecodedData(), file.dict(form.get('Resources')))
  }
  for (const { content, dict, annotations } of pages) {
    visit(content, file.dict(dict.get('Resources')))
    for (const { dict: annotation } of annotations)
      for (const form of appearancesOf(file, annotation)) visitForm(form)
  }
  return streams
}

/** The appearance streams of an annotation, in all states. */
export function appearancesOf(file: ExactPdf, annotation: PdfDict): PdfStream[] {
  const normal = file.resolve(file.dict(annotation.get('AP'))?.get('N'))
  if (normal instanceof PdfStream) return [normal]
  const states = normal instanceof PdfDict ? [...normal].map(([, state]) => file.resolve(state)) : []
  return states.filter((state) => state instanceof PdfStream)
}

/** The character codes shown in each font: two bytes each in composite fonts, otherwise one. */
export function codesByFont(reading: Reading): Map<PdfDict, Set<number>> {
  const { file } = reading
  const shownCodes = new Map<PdfDict, Set<number>>()
  for (const { content, resources } of contentsOf(reading)) {
    const fonts = file.dict(resources?.get('Font'))
    let font: PdfDict | null = null
    for (const { operator, operands } of operationsOf(content)) {
      const [first] = operands
      if (operator === 'Tf' && first instanceof PdfName) {
        font = file.dict(fonts?.get(first.value))
        if (font && !shownCodes.has(font)) shownCodes.set(font, new Set())
      }
      if (!font || !['Tj', 'TJ', "'", '"'].includes(operator)) continue
      const step = font.getName('Subtype')?.value === 'Type0' ? 2 : 1
      for (const { bytes } of stringsIn(operands))
        for (let offset = 0; offset + step <= bytes.length; offset += step)
          shownCodes.get(font)!.add(step === 2 ? bytes[offset]! * 256 + bytes[offset + 1]! : bytes[offset]!)
    }
  }
  return shownCodes
}

const stringsIn = (operands: unknown[]): PdfString[] =>
  operands.flatMap((one) => {
    if (one instanceof PdfString) return [one]
    return one instanceof PdfArray ? stringsIn(one.toArray()) : []
  })

export const numberIn = (dict: PdfDict | null | undefined, key: string): number | undefined => {
  const entry = dict?.get(key)
  return entry instanceof PdfNumber ? entry.value : undefined
}
