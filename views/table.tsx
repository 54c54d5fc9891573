import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

export interface Column<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Whether the column is hidden below 1280 px, where the main column shows the essentials. */
  wide?: boolean
  /** Whether it is the main column, which takes the remaining width. */
  main?: boolean
  /** Whether its text does not wrap, unless the letter spacing is enlarged. */
  short?: boolean
  /** Whether it is aligned to its end, as amounts and the buttons in the last column are. */
  end?: boolean
  sort?: ColumnSort
}

/**
 * The current direction of sorting by this column, if any, and the address of the page that sorts by it or
 * reverses the direction.
 */
export interface ColumnSort {
  direction: 'ascending' | 'descending' | undefined
  href: string
}

/** A line below the main words that replaces the hidden columns in a narrow window. */
export function NarrowLine({ children }: { children: ReactNode }) {
  return (
    <span className="mt-1 flex flex-wrap gap-x-3 text-base-content/75 text-xs xl:hidden">{children}</span>
  )
}

interface Props<Row> {
  /** Whether rows have only one or two lines, so that a wide window shows more of them. */
  compact?: boolean
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

/** A very long word may only take a share of the width; in the main column it breaks anywhere. */
function cellClass<Row>({ wide, main, end }: Column<Row>, compact?: boolean): string {
  const share = main ? (compact ? 'xl:w-full xl:max-w-0' : 'xl:min-w-28') : end ? '' : 'max-w-72'
  return `px-2 sm:first:pl-4 sm:last:pr-4 ${share} ${wide ? 'max-xl:hidden' : ''} ${end ? 'text-end tabular-nums' : ''}`
}

// The table has no scroll container, which would clip the menus that open from its rows.
export function Table<Row>({ caption, columns, rows, rowKey, compact }: Props<Row>) {
  return (
    <table className={`table ${compact ? 'xl:table-sm xl:[&_td]:py-1' : ''}`}>
      <caption className="sr-only">{caption}</caption>
      <thead className={compact ? 'max-sm:sr-only' : undefined}>
        <tr className="text-base-content/75">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              aria-sort={column.sort?.direction}
              className={`${cellClass(column, compact)} break-keep ${compact && !column.main ? '' : 'whitespace-normal'}`}
            >
              {column.sort ? <SortLink {...column.sort}>{column.head}</SortLink> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className="hover:bg-base-200/60">
            {columns.map((column) => (
              <td
                key={column.key}
                className={`${cellClass(column, compact)} ${column.main ? 'wrap-anywhere' : ''} ${column.short ? 'sm:min-w-[11ch]' : ''}`}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SortLink({ direction, href, children }: ColumnSort & { children: ReactNode }) {
  const turn = direction === 'ascending' ? '-rotate-90' : 'rotate-90'
  return (
    <a href={href} className={`group inline-flex items-center gap-1 ${direction ? 'text-base-content' : ''}`}>
      <span className="group-hover:underline">{children}</span>
      <Icon name="chevron" className={`size-3 ${turn} ${direction ? '' : 'invisible group-hover:visible'}`} />
    </a>
  )
}
