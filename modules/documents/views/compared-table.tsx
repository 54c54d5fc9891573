import type { ReactNode } from 'react'
import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { type ComparedRow, sidesToShow } from '#assembly/compare/compare.ts'
import { langOf, Pieces } from '#modules/printing/index.ts'

interface Props {
  rows: ComparedRow[]
  sides: Side[]
  languages: LanguageChoice
  below?: (row: ComparedRow) => ReactNode
  controls?: (row: ComparedRow) => ReactNode
}

/** A table with additions and deletions, cell by cell. */
export function ComparedTable({ rows, sides, languages, below, controls }: Props) {
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what does not fit has to be reached by keyboard
        tabIndex={0}
        aria-label={rows[0]!.text[sides[0]!].map(({ text }) => text).join('')}
        className="mb-4 overflow-x-auto print:overflow-visible"
      >
        <table className="w-full border-base-content/30 border-y text-sm leading-snug">
          <tbody>
            {rows.map((row) => (
              <tr
                key={`${row.id}${row.change === 'dropped' ? '-dropped' : ''}`}
                id={`at-${row.id}`}
                tabIndex={-1}
                className="scroll-mt-16 break-inside-avoid border-base-content/15 border-b last:border-b-0"
              >
                {row.cells?.map(({ text, span, figures }, index) => {
                  const Tag = row.head ? 'th' : 'td'
                  return (
                    <Tag
                      // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                      key={index}
                      scope={row.head ? 'col' : undefined}
                      colSpan={span}
                      className={`px-1.5 py-1 align-top ${figures ? 'text-right tabular-nums' : 'whitespace-pre-wrap text-left'} ${row.head ? 'font-semibold' : ''}`}
                    >
                      {sidesToShow(text, sides).map((side) => (
                        <span key={side} lang={langOf(side, languages)} className="block">
                          <Pieces pieces={text[side]} />
                        </span>
                      ))}
                    </Tag>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {(below || controls) &&
        rows.map((row) => (
          <div key={row.id} className="font-sans text-xs">
            <p className="flex flex-wrap gap-x-3 text-base-content/75 empty:hidden print:hidden">
              {controls?.(row)}
            </p>
            {below?.(row)}
          </div>
        ))}
    </>
  )
}
