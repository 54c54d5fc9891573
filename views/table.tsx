import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Hidden below 768 px, where the row's first column carries the essentials. */
  wide?: boolean
  /** Never broken over two lines. */
  short?: boolean
}

interface Props<Row> {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

export function Table<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    <div className="overflow-x-auto">
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-base-content/75">
            {columns.map((column) => (
              <th key={column.key} scope="col" className={`whitespace-nowrap ${column.wide ? 'max-md:hidden' : ''}`}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="hover:bg-base-200/60">
              {columns.map((column) => (
                <td key={column.key} className={`max-sm:px-3 ${column.wide ? 'max-md:hidden' : ''} ${column.short ? 'whitespace-nowrap' : ''}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
