import type { Side } from '#assembly/answers.ts'
import { type ComparedRow as Compared, isChanged, redlineRows, tablesIn } from '#assembly/compare/compare.ts'
import type { Redline } from '#assembly/compare/redline.ts'
import type { ComparedWords } from '#assembly/compare/words.ts'
import type { Sides } from '#assembly/tree.ts'
import { sheetOf } from '../column-share.ts'
import { noteRows, numberRow } from '../compose.ts'
import { alignBaselines, type TypesetContext } from '../context.ts'
import { writePdf } from '../file/write.ts'
import { MissingGlyphError } from '../fonts/missing-glyph.ts'
import { addHeaderAndFooter } from '../header-footer.ts'
import { place } from '../place.ts'
import type { Cell, PageRow } from '../rows.ts'
import { type Element, elementOf } from '../structure/element.ts'
import type { Column } from '../styles.ts'
import { comparedTable } from '../tables/compared-table.ts'
import { setPieces } from './tracked.ts'

/**
 * Sets two versions of a document as one PDF: additions underlined, deletions struck through, both languages
 * side by side. Throws MissingGlyphError, as `typeset` does.
 */
export async function typesetRedline(redline: Redline, createdAt: Date): Promise<Uint8Array> {
  const { after, note } = redline
  const sheet = sheetOf(after)
  const context: TypesetContext = { sheet, script: after.languages.script, missing: new Set() }
  const rows = composeRedline(context, redline)
  const pages = place(rows, sheet)
  addHeaderAndFooter(context, after, pages)
  if (context.missing.size > 0) throw new MissingGlyphError([...context.missing])
  const document = elementOf(
    'Document',
    sheet.columns[0]!.side,
    rows.flatMap((row) => row.elements ?? []),
  )
  const title = each((side) => `${after.title[side]} · ${note[side]}`)
  return writePdf({ context, pages, document }, { ...after, title }, { createdAt })
}

const each = (say: (side: Side) => string): Sides<string> => ({ zh: say('zh'), en: say('en') })

function composeRedline(context: TypesetContext, redline: Redline): PageRow[] {
  const { before, after, note, legend, same, changesOnly } = redline
  const compared = redlineRows(before, after)
  const [title, ...others] = compared
  const visible = changesOnly ? others.filter(isChanged) : others
  const head = [
    ...(title ? titleRows(context, title) : []),
    ...(after.number ? [numberRow(context, after)] : []),
    ...[note, ...(compared.some(isChanged) ? [legend] : [same])].flatMap((words) => noteRows(context, words)),
  ]
  const set = tablesIn(visible, (row) => row)
  return [
    ...head,
    ...set.flatMap((row) => (Array.isArray(row) ? comparedTable(context, row) : [rowOf(context, row)])),
  ]
}

function titleRows(context: TypesetContext, { text }: Compared): PageRow[] {
  const heading = elementOf('H1', context.sheet.columns[0]!.side)
  const { x, width } = context.sheet.full
  return context.sheet.columns.map(({ side }, index) => {
    const { size, leading } = context.sheet.title[side]
    const style = { side, weight: 600 as const, size, width, justified: false, x: 0, element: heading }
    const lines = setPieces(context, text[side], style).map((parts) => {
      const left = x + (width - (parts[0]?.line.width ?? 0) * size) / 2
      return parts.map((part) => ({ ...part, x: left }))
    })
    const cells = [{ size, leading, lines }]
    return { before: 2, cells, keepWithNext: true, whole: true, ...(index === 0 && { elements: [heading] }) }
  })
}

const BOLD = new Set<Compared['kind']>(['party', 'article', 'signature'])

/** White space above a row, in lines. */
const SPACE_ABOVE: Partial<Record<Compared['kind'], number>> = {
  party: 0.8,
  partyLine: 0.12,
  recital: 0.6,
  article: 0.85,
  item: 0.18,
  prevailing: 1,
  signature: 1.4,
  signatureLine: 0.5,
}

function rowOf(context: TypesetContext, compared: Compared): PageRow {
  const { id, kind, label, change } = compared
  const { columns, body } = context.sheet
  const isHeading = kind === 'article'
  const heading = isHeading ? elementOf('H2', columns[0]!.side) : null
  const elements = columns.map(({ side }) => heading ?? elementOf('P', side))
  const bookmark = columns.map(({ side }) => `${label[side]} ${compared.text[side].map(now).join('')}`.trim())
  return {
    before: body.zh.leading * (SPACE_ABOVE[kind] ?? 0.32),
    cells: columns.map((column, index) => cellOf(context, compared, column, elements[index]!)),
    elements: heading ? [heading] : elements,
    clause: id,
    ...(BOLD.has(kind) && { keepWithNext: true, isIndivisible: true }),
    ...(isHeading && change !== 'dropped' && { bookmark: bookmark.join(' · ') }),
  }
}

const now = ({ text, change }: ComparedWords) => (change === 'dropped' ? '' : text)

/** A paragraph with its hanging number, if it has one. */
function cellOf(
  { sheet, ...context }: TypesetContext,
  { kind, label, change, text }: Compared,
  { side, x, width }: Column,
  element: Element,
): Cell {
  const { size, leading } = kind === 'article' ? sheet.heading[side] : sheet.body[side]
  const bold = BOLD.has(kind)
  const style = { side, size, ...(bold && { weight: 600 as const, justified: false }), element }
  const set = (pieces: ComparedWords[], from: number) =>
    setPieces({ sheet, ...context }, pieces, { ...style, x: x + from, width: width - from })
  const changeOfAll = change === 'reworded' ? undefined : change
  const indent = kind === 'item' ? sheet.hang.clause : 0
  const number = label[side] ? set([{ text: `${label[side]} `, change: changeOfAll }], indent) : []
  const hang = kind === 'item' ? sheet.hang.item : sheet.hang.clause
  const from = kind === 'article' ? ((number[0]?.[0]?.line.width ?? 0) + 0.9) * size : indent + hang
  return { size, leading, lines: alignBaselines(number, set(text[side], label[side] ? from : 0)) }
}
