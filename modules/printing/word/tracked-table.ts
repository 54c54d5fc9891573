import { type FileChild, Paragraph, TableRow } from 'docx'
import { asTable } from '#assembly/compare/as-table.ts'
import { type ComparedRow, sidesToShow } from '#assembly/compare/compare.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { emptyParagraph, LINES, SIZE, tableParagraph, widthsOf } from './data-table.ts'
import { faceOf } from './fonts.ts'
import { cellOf, tableOf } from './tables.ts'
import { changeMark, pieceRuns, type Tracked } from './tracked.ts'

/** A table with tracked changes: added and deleted rows, and changes within cells. */
export function trackedTable(
  { sides, languages }: DocumentTree,
  rows: ComparedRow[],
  track: () => Tracked,
): FileChild[] {
  const tableRows = rows.map((row) => {
    const children = (row.cells ?? []).map(({ text, span = 1, figures }) => {
      const paragraphs = sidesToShow(text, sides).map((side) => {
        const face = faceOf(side, languages.script, { size: SIZE, heading: row.head === true })
        return new Paragraph({
          ...tableParagraph(figures),
          run: changeMark(row.change, track),
          children: text[side].flatMap((piece) => pieceRuns(piece, face, track)),
        })
      })
      return cellOf(paragraphs, { ...LINES, ...(span > 1 && { columnSpan: span }) })
    })
    return new TableRow({
      ...changeMark(row.change, track),
      cantSplit: true,
      ...(row.head && row.change !== 'dropped' && { tableHeader: true }),
      children,
    })
  })
  return [emptyParagraph(), tableOf(tableRows, widthsOf(asTable(rows), sides)), emptyParagraph()]
}
