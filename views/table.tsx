import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

export interface Column<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Hidden below 1280 px; the main column then shows the essentials. */
  wide?: boolean
  /** The main column, which takes the remaining width. */
  main?: boolean
  /** Does not wrap, unless the letter spacing is enlarged. */
  short?: boolean
  /** Aligned to its end: amounts, and buttons in the last column. */
  end?: boolean
  sort?: ColumnSort
}

/**
 * The current sorting by this column, if any, and the address of the page that sorts by it or reverses it.
 */
export interface ColumnSort {
  now: 'ascending' | 'descending' | undefined
  href: string
}

/** Replaces the hidden columns in a narrow window, below the main words. */
export function NarrowLine({ children }: { children: ReactNode }) {
  return (
    <span className="mt-1 flex flex-wrap gap-x-3 text-base-content/75 text-xs xl:hidden">{children}</span>
  )
}

interface Props<Row> {
  /** Rows of one or two lines, of which a wide window shows more. */
  compact?: boolean
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

/** A very long word takes only a share of the width; in the main column it breaks anywhere. */
function cellClass<Row>({ wide, main, end }: Column<Row>, compact?: boolean): string {
  const share = main ? (compact ? 'xl:w-full xl:max-w-0' : 'xl:min-w-28') : end ? '' : 'max-w-72'
  return `px-2 sm:first:pl-4 sm:last:pr-4 ${share} ${wide ? 'max-xl:hidden' : ''} ${end ? 'text-end tabular-nums' : ''}`
}

// No scroll container: it would clip the menus that open from the rows.
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
              aria-sort={column.sort?.now}
              className={`${cellClass(column, compact)} break-keep ${compact ? '' : 'whitespace-normal'}`}
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

function SortLink({ now, href, children }: ColumnSort & { children: ReactNode }) {
  const turn = now === 'ascending' ? '-rotate-90' : 'rotate-90'
  return (
    <a href={href} className={`group inline-flex items-center gap-1 ${now ? 'text-base-content' : ''}`}>
      <span className="group-hover:underline">{children}</span>
      <Icon name="chevron" className={`size-3 ${turn} ${now ? '' : 'invisible group-hover:visible'}`} />
    </a>
  )
}
