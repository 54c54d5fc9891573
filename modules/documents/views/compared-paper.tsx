import { Fragment, type ReactNode } from 'react'
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
  /** The actions for a paragraph: shown under the mouse or with the focus; without a mouse always. */
  controls?: (row: ComparedRow) => ReactNode
}

/** A document paragraph by paragraph, with the additions and deletions since another version. */
export function ComparedPaper({ rows, sides, languages, below, margin, controls }: Props) {
  const columns = sides.length === 2 ? '@2xl:grid-cols-2 print:grid-cols-2' : ''
  const blocks = tablesIn(rows, (row) => row).map((row) => ({
    row,
    beside: Array.isArray(row) ? null : below?.(row),
  }))
  const article = (
    <article
      className={`mx-auto max-w-4xl border border-base-300 bg-base-100 px-4 py-8 font-serif sm:px-10 sm:py-12 print:max-w-none print:border-0 print:p-0 ${margin ? WITH_MARGIN : ''}`}
    >
      {blocks.map(({ row, beside }, index) =>
        Array.isArray(row) ? (
          <div key={row[0]!.id} className="min-w-0 xl:col-start-1">
            <ComparedTable rows={row} sides={sides} languages={languages} below={below} controls={controls} />
          </div>
        ) : (
          <Fragment key={`${row.id}${row.change === 'dropped' ? '-dropped' : ''}`}>
            <section
              id={`at-${row.id}`}
              tabIndex={-1}
              className={`group/place relative xl:col-start-1 ${PLACE_CLASSES[row.kind]}`}
            >
              <div className={`grid gap-x-8 gap-y-1 ${columns}`}>
                {sides.map((side) => (
                  <p
                    key={side}
                    lang={langOf(side, languages)}
                    data-side={side}
                    className={`min-w-0 whitespace-pre-wrap break-words ${TEXT_CLASSES[row.kind]}`}
                  >
                    {row.label[side] && <Label row={row} side={side} />}
                    <Pieces pieces={row.text[side]} />
                  </p>
                ))}
              </div>
              <Controls>{controls?.(row)}</Controls>
            </section>
            {beside && (
              <div
                className={`scroll-mt-16 xl:col-start-2 ${PLACE_CLASSES[row.kind]} ${SPANS[spanAt(blocks, index)]}`}
              >
                {beside}
              </div>
            )}
          </Fragment>
        ),
      )}
    </article>
  )
  return (
    <div
      data-margin={margin || undefined}
      className={`@container print:[container-type:normal] ${margin ? 'mx-auto max-w-6xl xl:pr-72 print:p-0' : ''}`}
    >
      {article}
    </div>
  )
}

/**
 * The grid with a margin for notes outside of the paper: 100 % is the width of the paper without its
 * margins.
 */
const WITH_MARGIN = 'xl:grid xl:grid-cols-[100%_17rem] xl:content-start xl:gap-x-14 print:block'

/**
 * The number of paragraphs beside a margin note: up to the next note, so that a long note leaves no gap in
 * the text.
 */
function spanAt(blocks: { beside: ReactNode }[], index: number): number {
  const nextNote = blocks.findIndex(({ beside }, other) => other > index && beside)
  return Math.min((nextNote < 0 ? blocks.length : nextNote) - index, SPANS.length - 1)
}

const SPANS = [
  '',
  'xl:row-span-1',
  'xl:row-span-2',
  'xl:row-span-3',
  'xl:row-span-4',
  'xl:row-span-5',
  'xl:row-span-6',
  'xl:row-span-7',
  'xl:row-span-8',
]

/**
 * Actions for a paragraph. With a mouse they cover the gap below the paragraph, so that the text does not
 * move; their position in the keyboard order remains.
 */
function Controls({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className="flex flex-wrap gap-x-3 font-normal font-sans text-base-content/75 text-xs empty:hidden print:hidden mouse:absolute mouse:top-full mouse:right-0 mouse:z-10 mouse:-mt-1 mouse:rounded-field mouse:border mouse:border-base-300 mouse:bg-base-100 mouse:px-2 mouse:opacity-0 mouse:shadow-sm mouse:focus-within:opacity-100 mouse:group-focus/place:opacity-100 mouse:group-hover/place:opacity-100">
      {children}
    </p>
  )
}

function Label({ row, side }: { row: ComparedRow; side: Side }) {
  const gap = row.kind === 'article' ? '\u3000' : ' '
  if (row.change === 'dropped') return <Deleted>{row.label[side] + gap}</Deleted>
  return row.label[side] + gap
}

const PLACE_CLASSES: Record<ComparedRow['kind'], string> = {
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

const TEXT_CLASSES: Record<ComparedRow['kind'], string> = {
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
