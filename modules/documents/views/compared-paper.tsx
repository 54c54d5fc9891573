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
  /** Content below a paragraph. */
  below?: (row: ComparedRow) => ReactNode
}

/** A document paragraph by paragraph, with the additions and deletions since another version. */
export function ComparedPaper({ rows, sides, languages, below }: Props) {
  const columns = sides.length === 2 ? 'md:grid-cols-2 print:grid-cols-2' : ''
  return (
    <article className="mx-auto max-w-4xl border border-base-300 bg-base-100 px-4 py-8 font-serif sm:px-10 sm:py-12 print:max-w-none print:border-0 print:p-0">
      {tablesIn(rows, (row) => row).map((row) =>
        Array.isArray(row) ? (
          <ComparedTable key={row[0]!.id} rows={row} sides={sides} languages={languages} below={below} />
        ) : (
          <section
            key={`${row.id}${row.change === 'dropped' ? '-dropped' : ''}`}
            id={`at-${row.id}`}
            tabIndex={-1}
            className={PLACE[row.kind]}
          >
            <div className={`grid gap-x-8 gap-y-1 ${columns}`}>
              {sides.map((side) => (
                <p
                  key={side}
                  lang={langOf(side, languages)}
                  className={`min-w-0 whitespace-pre-wrap break-words ${LOOK[row.kind]}`}
                >
                  {row.label[side] && <Label row={row} side={side} />}
                  <Pieces pieces={row.text[side]} />
                </p>
              ))}
            </div>
            {below?.(row)}
          </section>
        ),
      )}
    </article>
  )
}

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
