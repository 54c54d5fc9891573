import type { DocumentTree } from '#assembly/tree.ts'
import { sheetOf } from './column-share.ts'
import { compose } from './compose.ts'
import type { TypesetContext } from './context.ts'
import { type Layout, type TypesetOptions, writePdf } from './file/write.ts'
import { MissingGlyphError } from './fonts/missing-glyph.ts'
import { addHeaderAndFooter, type RepeatedMarks } from './header-footer.ts'
import { place } from './place.ts'
import { type Element, elementOf } from './structure/element.ts'

/** The place of a signature, a seal or a date, in points from the lower left corner; pages count from 1. */
export interface SignaturePlace {
  party: string
  /** The signatory of the block, if known. */
  signatory?: string
  kind: 'sign' | 'seal' | 'place' | 'date'
  page: number
  x: number
  y: number
  width: number
  height: number
  /** The identifier of the structure element that a signature fills. */
  structureId?: string
}

export interface Typeset {
  bytes: Uint8Array
  pages: number
  signaturePlaces: SignaturePlace[]
  /**
   * Where each clause and article begins: `top` is its upper edge, in points from the bottom of the page.
   */
  clausePlaces: { id: string; page: number; top: number }[]
}

/**
 * Typesets a document as a PDF: measure, break, place, draw. The same tree and options give the same bytes.
 * Throws MissingGlyphError when no face has a character.
 */
export async function typeset(tree: DocumentTree, options: TypesetOptions): Promise<Typeset> {
  const layout = layOut(tree, options)
  const { context, pages } = layout
  if (context.missing.size > 0) throw new MissingGlyphError([...context.missing])
  return {
    bytes: await writePdf(layout, tree, options),
    pages: pages.length,
    signaturePlaces: pages.flatMap(({ areas }, index) =>
      areas.map(({ purpose, element, ...area }) => ({
        ...area,
        kind: purpose,
        page: index + 1,
        ...(element?.id && { structureId: element.id }),
      })),
    ),
    clausePlaces: pages.flatMap(({ clauses }, index) =>
      clauses.map((clause) => ({ ...clause, page: index + 1 })),
    ),
  }
}

/**
 * The characters of a document that no face has, each once. A document with such characters cannot be
 * issued.
 */
export function missingGlyphs(tree: DocumentTree): string[] {
  return [...layOut(tree).context.missing]
}

/** Measures, breaks and places a document. */
export function layOut(tree: DocumentTree, repeated?: RepeatedMarks): Layout {
  const sheet = sheetOf(tree)
  const context: TypesetContext = { sheet, script: tree.languages.script, missing: new Set() }
  const rows = compose(context, tree)
  const pages = place(rows, sheet)
  addHeaderAndFooter(context, tree, pages, repeated)
  const elements = rows.flatMap((row) => row.elements ?? [])
  identify(
    pages.flatMap(({ areas }) =>
      areas.filter(({ purpose }) => purpose === 'sign').map(({ element }) => element),
    ),
  )
  return { context, pages, document: elementOf('Document', sheet.columns[0]!.side, elements) }
}

/**
 * Numbers the elements that signatures will fill. The names are padded, because a name tree lists them in
 * alphabetical order.
 */
function identify(elements: (Element | undefined)[]) {
  const filledElements = elements.filter((element) => element !== undefined)
  for (const [index, element] of filledElements.entries())
    element.id = `sign-${String(index + 1).padStart(4, '0')}`
}
