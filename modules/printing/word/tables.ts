import {
  BorderStyle,
  type FileChild,
  type IBorderOptions,
  type ITableCellOptions,
  Table,
  TableCell,
  TableLayoutType,
  type TableRow,
  WidthType,
} from 'docx'

/** Width between the margins of an A4 page, in twentieths of a point. */
export const TEXT_WIDTH = 9638

const NO_BORDER: IBorderOptions = { style: BorderStyle.NIL, size: 0, color: 'auto' }
export const HAIRLINE: IBorderOptions = { style: BorderStyle.SINGLE, size: 4, color: 'C2BFBA' }

const NO_BORDERS = {
  top: NO_BORDER,
  bottom: NO_BORDER,
  left: NO_BORDER,
  right: NO_BORDER,
  insideHorizontal: NO_BORDER,
  insideVertical: NO_BORDER,
}

export function columnWidths(count: number): number[] {
  return Array.from({ length: count }, () => Math.floor(TEXT_WIDTH / count))
}

/** A table without borders except those that its cells set. */
export function tableOf(rows: TableRow[], widths: number[]): Table {
  const width = widths.reduce((sum, column) => sum + column, 0)
  return new Table({
    rows,
    columnWidths: widths,
    width: { size: width, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    borders: NO_BORDERS,
  })
}

export function cellOf(
  children: ITableCellOptions['children'] & FileChild[],
  options: Partial<ITableCellOptions> = {},
) {
  return new TableCell({ children, margins: { left: 0, right: 200, top: 0, bottom: 0 }, ...options })
}
