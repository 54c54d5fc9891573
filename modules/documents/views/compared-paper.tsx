import type { ReactNode } from 'react'
import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { type ComparedRow, tablesIn } from '#assembly/compare/compare.ts'
import { langOf, Pieces } from '#modules/printing/index.ts'
import { Deleted } from '#views/parts.tsx'
import { ComparedTable } from './compared-table.tsx'

interface Props {
  rows: ComparedRow[]
  sides: Side[]
  languages: LanguageChoice
  /** Content below a paragraph, or beside it. */
  below?: (row: ComparedRow) => ReactNode
  /** Whether wide screens have a margin for that content, beside the paper. */
  margin?: boolean
  /** What can be done with a paragraph: shown with the mouse or the focus; without a mouse always. */
  controls?: (row: ComparedRow) => ReactNode
}

/** A document paragraph by paragraph, with the additions and deletions since another version. */
export function ComparedPaper({ rows, sides, languages, below, margin, controls }: Props) {
  const columns = sides.length === 2 ? 'md:grid-cols-2 print:grid-cols-2' : ''
  const article = (
    <article className="mx-auto max-w-4xl border border-base-300 bg-base-100 px-4 py-8 font-serif sm:px-10 sm:py-12 print:max-w-none print:border-0 print:p-0">
      {tablesIn(rows, (row) => row).map((row) =>
        Array.isArray(row) ? (
          <ComparedTable
            key={row[0]!.id}
            rows={row}
            sides={sides}
            languages={languages}
            below={below}
            controls={controls}
          />
        ) : (
          <section
            key={`${row.id}${row.change === 'dropped' ? '-dropped' : ''}`}
            id={`at-${row.id}`}
            tabIndex={-1}
            className={`group/place ${PLACE[row.kind]} ${margin ? BESIDE : ''}`}
          >
            <div className="relative">
              <div className={`grid gap-x-8 gap-y-1 ${columns}`}>
                {sides.map((side) => (
                  <p
                    key={side}
                    lang={langOf(side, languages)}
                    data-side={side}
                    className={`min-w-0 whitespace-pre-wrap break-words ${LOOK[row.kind]}`}
                  >
                    {row.label[side] && <Label row={row} side={side} />}
                    <Pieces pieces={row.text[side]} />
                  </p>
                ))}
              </div>
              <Controls>{controls?.(row)}</Controls>
            </div>
            {below?.(row)}
          </section>
        ),
      )}
    </article>
  )
  return margin ? <div className="mx-auto max-w-6xl xl:pr-72 print:p-0">{article}</div> : article
}

/**
 * With a mouse they lie over the gap below the paragraph, so that the text does not move; they keep their
 * place in the order of the keyboard.
 */
function Controls({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className="flex flex-wrap gap-x-3 font-normal font-sans text-base-content/75 text-xs empty:hidden print:hidden [@media(hover:hover)]:absolute [@media(hover:hover)]:top-full [@media(hover:hover)]:right-0 [@media(hover:hover)]:z-10 [@media(hover:hover)]:-mt-1 [@media(hover:hover)]:rounded-field [@media(hover:hover)]:border [@media(hover:hover)]:border-base-300 [@media(hover:hover)]:bg-base-100 [@media(hover:hover)]:px-2 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:shadow-sm [@media(hover:hover)]:focus-within:opacity-100 group-focus/place:opacity-100 group-hover/place:opacity-100">
      {children}
    </p>
  )
}

/** What belongs to a paragraph stands in the margin, outside of the paper, and makes room for itself. */
const BESIDE =
  'xl:grid xl:grid-cols-[minmax(0,1fr)_17rem] xl:gap-x-14 xl:-mr-[20.5rem] print:block print:mr-0'

function Label({ row, side }: { row: ComparedRow; side: Side }) {
  const gap = row.kind === 'article' ? '\u3000' : ' '
  if (row.change === 'dropped') return <Deleted>{row.label[side] + gap}</Deleted>
  return row.label[side] + gap
}

const PLACE: Record<ComparedRow['kind'], string> = {
  title: 'mb-8 scroll-mt-16',
  party: 'mt-4 scroll-mt-16',
  partyLine: 'scroll-mt-16',
  recital: 'mt-3 scroll-mt-16',
  article: 'mt-6 mb-2 scroll-mt-16',
  clause: 'mb-2 scroll-mt-16',
  item: 'mb-2 scroll-mt-16 pl-6',
  row: '',
  prevailing: 'my-4 scroll-mt-16',
  signature: 'mt-8 scroll-mt-16',
  signatureLine: 'pt-3 scroll-mt-16',
}

const LOOK: Record<ComparedRow['kind'], string> = {
  title: 'text-center text-xl',
  party: 'font-semibold',
  partyLine: '',
  recital: '',
  article: 'font-semibold',
  clause: '',
  item: '',
  row: '',
  prevailing: '',
  signature: 'font-semibold',
  signatureLine: '',
}
