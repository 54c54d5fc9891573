import { PdfArray, type PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { PdfSyntaxError } from '#src/pdf/lexer.ts'
import { type Rectangle, upright } from '#src/pdf/matrix.ts'
import type { PdfFile } from '#src/pdf/read.ts'
import { arrayOf, dictOf, nameOf, numberOf, rectangleOf } from '#src/pdf/values.ts'

/** A page of the file, with its inherited entries. */
export interface SourcePage {
  /** The object number; 0 for a direct object in the page tree. */
  number: number
  dict: PdfDict
  /** Whether the same object already occurred as a page. */
  isRepeated: boolean
  mediaBox: Rectangle
  cropBox: Rectangle
  /** The clockwise rotation, in degrees. */
  rotate: 0 | 90 | 180 | 270
  resources: PdfDict | null
}

/** US Letter, the default of readers. */
const US_LETTER: Rectangle = [0, 0, 612, 792]
const INHERITED_KEYS = ['Resources', 'MediaBox', 'CropBox', 'Rotate']
/** The maximum depth of a page tree; a deeper one counts as a cycle. */
const MAX_DEPTH = 100

/** The pages in order, at most `max` + 1. Throws PdfSyntaxError when the tree cannot be read. */
export function pagesOf(file: PdfFile, max: number): SourcePage[] {
  const catalog = dictOf(file.trailer.get('Root'), file.resolve)
  const pages: SourcePage[] = []
  const visited = new Set<number>()
  const visit = (value: PdfObject | undefined, inherited: Map<string, PdfObject>, depth: number) => {
    if (pages.length > max) return
    if (depth > MAX_DEPTH) throw new PdfSyntaxError('Pages in a circle', 0)
    const node = dictOf(value, file.resolve)
    if (!node) return
    const entries = new Map(inherited)
    for (const key of INHERITED_KEYS) if (node.has(key)) entries.set(key, node.get(key)!)
    if (isLeaf(node, file)) {
      const number = value instanceof PdfRef ? value.objectNumber : 0
      pages.push(
        sourcePage(file, { number, dict: node, isRepeated: number > 0 && visited.has(number) }, entries),
      )
      visited.add(number)
    } else for (const kid of arrayOf(node.get('Kids'), file.resolve)) visit(kid, entries, depth + 1)
  }
  visit(catalog?.get('Pages'), new Map(), 0)
  return pages
}

const isLeaf = (node: PdfDict, { resolve }: PdfFile) =>
  nameOf(node.get('Type'), resolve) === 'Page' || !(resolve(node.get('Kids')) instanceof PdfArray)

function sourcePage(
  { resolve }: PdfFile,
  page: Pick<SourcePage, 'number' | 'dict' | 'isRepeated'>,
  inherited: Map<string, PdfObject>,
): SourcePage {
  const mediaBox = boxOf(rectangleOf(inherited.get('MediaBox'), resolve)) ?? US_LETTER
  const cropBox = visibleBox(boxOf(rectangleOf(inherited.get('CropBox'), resolve)), mediaBox)
  const rotation = numberOf(inherited.get('Rotate'), resolve) ?? 0
  return {
    ...page,
    mediaBox,
    cropBox,
    rotate: rotation % 90 === 0 ? ((((rotation % 360) + 360) % 360) as SourcePage['rotate']) : 0,
    resources: dictOf(inherited.get('Resources'), resolve),
  }
}

/** The box; null when it has no area. */
function boxOf(rectangle: Rectangle | null): Rectangle | null {
  if (!rectangle) return null
  const box = upright(rectangle)
  return box[2] > box[0] && box[3] > box[1] ? box : null
}

/** The visible part of a page: the crop box within the media box. */
function visibleBox(crop: Rectangle | null, media: Rectangle): Rectangle {
  if (!crop) return media
  const commonBox: Rectangle = [
    Math.max(crop[0], media[0]),
    Math.max(crop[1], media[1]),
    Math.min(crop[2], media[2]),
    Math.min(crop[3], media[3]),
  ]
  return commonBox[2] > commonBox[0] && commonBox[3] > commonBox[1] ? commonBox : media
}
