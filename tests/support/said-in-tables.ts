import type { Side } from '#assembly/answers.ts'
import { runsText } from '#assembly/plain.ts'
import type { Sides, TableNode } from '#assembly/tree.ts'

/** The texts of a table's cells, with the header first; a text is listed once if both languages share it. */
export function tableTexts(table: TableNode | undefined, sides: Side[]): { side: Side; text: string }[] {
  if (!table) return []
  const cells: Sides<string>[] = [
    ...table.columns.map(({ label }) => label),
    ...table.rows.flatMap((row) =>
      row.cells.map(({ text }) => ({ zh: runsText(text.zh), en: runsText(text.en) })),
    ),
  ]
  return cells.flatMap((cell) =>
    (cell.zh === cell.en ? sides.slice(0, 1) : sides).map((side) => ({ side, text: cell[side] })),
  )
}
