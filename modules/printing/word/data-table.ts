import { AlignmentType, type FileChild, type IRunOptions, Paragraph, TableRow } from 'docx'
import type { Side } from '#assembly/answers.ts'
import { runsText, sidesOfCell } from '#assembly/plain.ts'
import { columnWidths } from '#assembly/tables/column-widths.ts'
import type { DocumentTree, Sides, TableNode, TableRowNode } from '#assembly/tree.ts'
import { runsOf } from './fonts.ts'
import { cellOf, HAIRLINE, TEXT_WIDTH, tableOf } from './tables.ts'

/** Type size in half points. The same number is one em in twentieths of a point. */
export const SIZE = 19
const EM = SIZE * 10

/**
 * A table printed once for both languages, with its head repeated on every page. Empty paragraphs separate
 * tables, because Word joins adjacent ones.
 */
export function dataTable(tree: DocumentTree, table: TableNode): FileChild[] {
  const rows = [headOf(tree, table), ...table.rows.map((row) => rowOf(tree, table, row))]
  return [emptyParagraph(), tableOf(rows, widthsOf(table, tree.sides)), emptyParagraph()]
}

export const emptyParagraph = () => new Paragraph({ spacing: { before: 0, after: 0, line: 120 } })

/** Column widths in twentieths of a point. */
export const widthsOf = (table: TableNode, sides: Side[]): number[] =>
  columnWidths(table, sides, { room: TEXT_WIDTH / EM, gap: 1 }).map((em) => Math.floor(em * EM))

export const LINES = { borders: { top: HAIRLINE, bottom: HAIRLINE } }

function headOf(tree: DocumentTree, { columns }: TableNode): TableRow {
  const children = columns.map(({ label, figures }) =>
    cellOf(paragraphs(tree, label, { right: figures, heading: true }), LINES),
  )
  return new TableRow({ tableHeader: true, cantSplit: true, children })
}

function rowOf(tree: DocumentTree, { columns }: TableNode, row: TableRowNode): TableRow {
  let offset = 0
  const children = row.cells.map(({ text, span = 1 }, index) => {
    const right = columns[offset]?.figures && !(row.total && index === 0)
    offset += span
    const words = { zh: runsText(text.zh), en: runsText(text.en) }
    return cellOf(paragraphs(tree, words, { right, heading: row.total }), {
      ...LINES,
      ...(span > 1 && { columnSpan: span }),
    })
  })
  return new TableRow({ cantSplit: true, children })
}

interface CellStyle {
  right?: boolean
  heading?: boolean
}

function paragraphs({ sides, languages }: DocumentTree, words: Sides<string>, { right, heading }: CellStyle) {
  const runStyle: IRunOptions & { heading?: boolean } = { size: SIZE, ...(heading && { heading }) }
  return sidesOfCell(words, sides).map(
    (side) =>
      new Paragraph({
        ...tableParagraph(right),
        children: runsOf(words[side], side, languages.script, runStyle),
      }),
  )
}

export const tableParagraph = (right: boolean | undefined) => ({
  spacing: { after: 0, line: 260 },
  ...(right && { alignment: AlignmentType.RIGHT }),
})
