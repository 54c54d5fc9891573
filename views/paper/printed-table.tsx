import type { ReactNode } from 'react'

type Side = 'zh' | 'en'
type Sides<T> = Record<Side, T>

/** The table of a document, as assembled. */
interface Table {
  field: string
  columns: { id: string; label: Sides<string>; figures?: true }[]
  rows: { id: string; total?: true; cells: { text: Sides<Run[]>; span?: number }[] }[]
}

interface Run {
  text: string
  empty?: true
}

interface Props {
  table: Table
  /** The printed sides, primary first. */
  sides: Side[]
  langOf: (side: Side) => string
}

/**
 * A table in both languages: headings and texts in both, one below the other; figures only once. On a phone
 * it scrolls sideways.
 */
export function PrintedTable({ table, sides, langOf }: Props) {
  const [firstSide = 'zh'] = sides
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard
      tabIndex={0}
      aria-label={table.columns.map(({ label }) => label[firstSide]).join(', ')}
      lang={langOf(firstSide)}
      className="relative mt-1 mb-4 overflow-x-auto print:overflow-visible"
      data-table={table.field}
    >
      <table className="w-full border-base-content/30 border-y text-sm leading-snug print:text-[9.5pt]">
        <thead>
          <tr className="border-base-content/30 border-b">
            {table.columns.map(({ id, label, figures }) => (
              <th key={id} scope="col" className={`${cellLook(figures)} font-semibold`}>
                <SideText text={label} sides={sides} langOf={langOf} show={(side) => label[side]} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <TableLine key={row.id || index} table={table} row={row} sides={sides} langOf={langOf} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface LineProps extends Pick<Props, 'table' | 'sides' | 'langOf'> {
  row: Table['rows'][number]
}

function TableLine({ table, row, sides, langOf }: LineProps) {
  let columnIndex = 0
  return (
    <tr className="break-inside-avoid border-base-content/15 border-b last:border-b-0">
      {row.cells.map(({ text, span = 1 }, index) => {
        const { id, figures } = table.columns[columnIndex]!
        columnIndex += span
        const plainTexts = { zh: plainText(text.zh), en: plainText(text.en) }
        const isLabel = row.total && index === 0
        const Tag = isLabel ? 'th' : 'td'
        return (
          <Tag
            key={id}
            scope={isLabel ? 'row' : undefined}
            colSpan={span}
            className={`${cellLook(isLabel ? undefined : figures)} ${row.total ? 'font-semibold' : ''}`}
          >
            <SideText
              text={plainTexts}
              sides={sides}
              langOf={langOf}
              show={(side) => text[side].map(shownRun)}
            />
          </Tag>
        )
      })}
    </tr>
  )
}

const cellLook = (figures: true | undefined) =>
  `px-1.5 py-1 align-top ${figures ? 'whitespace-nowrap text-right tabular-nums' : 'min-w-16 whitespace-pre-wrap break-words text-left'}`

const plainText = (runs: Run[]) => runs.map(({ text }) => text).join('')

const shownRun = ({ text, empty }: Run, index: number) =>
  empty ? (
    <span key={index} className="text-error print:text-inherit">
      {text}
    </span>
  ) : (
    text
  )

interface SideTextProps extends Pick<Props, 'sides' | 'langOf'> {
  text: Sides<string>
  show: (side: Side) => ReactNode
}

/** Prints a text once if it is equal in both languages. */
function SideText({ text, sides, langOf, show }: SideTextProps) {
  const shownSides = text.zh === text.en ? sides.slice(0, 1) : sides
  return shownSides.map((side) => (
    <span key={side} lang={langOf(side)} className="block">
      {show(side)}
    </span>
  ))
}
