import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { valueIn } from '#assembly/fields.ts'
import { isTable } from '#assembly/tables/table.ts'
import { focusSoon } from '#views/focus.ts'
import { write } from '../clause/clause-actions.ts'
import { openBlank } from '../fields/blanks.ts'
import { cellWords } from '../parts/place-words.ts'
import { Tool } from '../parts/tool.tsx'
import { type EditorState, undo, useEditor } from '../state/editor-state.ts'
import { goToParty } from '../state/go-to-point.ts'
import { lookupOf } from '../state/lookup.ts'
import { type EditorTranslator, useWords, wordsIn } from '../words.ts'
import type { Match } from './find.ts'
import { nameOf, type RefusedReplacement, type ReplacementResult } from './replace.ts'
import type { CellPlace } from './source.ts'

/**
 * The result of a replacement: the number of replacements, the refused ones with their reasons, and a button
 * to undo.
 */
export function ReplaceReport({ replaced, close }: { replaced: ReplacementResult; close: () => void }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const [answersAfter] = useState(() => editor.answers.value)
  const { done, fixed, refused } = replaced
  return (
    <div className="order-last flex w-full flex-wrap items-start gap-x-3 gap-y-1 border-base-300 border-t pt-1.5">
      <div role="status" className="min-w-0 flex-1">
        <p>
          {t('search.done', { count: done })}
          {fixed.length > 0 && ` ${t('search.fixed', { count: fixed.length })}`}
        </p>
        {refused.length > 0 && (
          <ul className="mt-0.5 grid gap-0.5">
            {refused.map((one) => (
              <li key={nameOf(one.match.part!.source)} className="text-error">
                {t('search.refused', {
                  place: placeWords(t, editor, one.match),
                  problem: refusalReason(t, one),
                })}{' '}
                <button type="button" className="link" onClick={() => showRefusal(t, editor, one)}>
                  {t('search.there')}
                  <span className="sr-only">{` ${placeWords(t, editor, one.match)}`}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {done > 0 && editor.answers.value === answersAfter && (
        <button
          type="button"
          className="btn btn-xs"
          onClick={() => {
            undo(editor)
            close()
          }}
        >
          {t('search.undo')}
        </button>
      )}
      <Tool icon="close" label={t('close')} act={close} />
    </div>
  )
}

const refusalReason = (t: EditorTranslator, { problem, detail = '' }: RefusedReplacement): string =>
  t(`problem.${problem}`, { detail })

function placeWords(t: EditorTranslator, editor: EditorState, { text, part }: Match): string {
  const source = part!.source
  if (source.kind === 'party') return t(`party.${source.attribute}`)
  if (source.kind !== 'custom') {
    const field = lookupOf(editor.template).fields.get(source.id)
    const label = field ? wordsIn(field.label, editor.locale) : source.id
    const cell = source.cell && cellWords(t, editor, field, cellAt(editor, source.id, source.cell))
    return [label, cell].filter(Boolean).join(' · ')
  }
  const number = numberOf(editor, text.clause ?? '')
  return number ? t('clauseNumber', { number }) : t('clause')
}

function numberOf(editor: EditorState, id: string): string {
  for (const { clauses } of editor.tree.value.articles)
    for (const clause of clauses) {
      if (clause.id === id) return clause.number
      const item = clause.items.find((one) => one.id === id)
      if (item) return `${clause.number}${item.number}`
    }
  return ''
}

/** Goes to the field that refused the replacement and shows the reason there. */
function showRefusal(t: EditorTranslator, editor: EditorState, refused: RefusedReplacement) {
  const { text, part, from } = refused.match
  const { source } = part!
  editor.refused.value = {
    at: nameOf(source),
    words: t('search.notTaken', { problem: refusalReason(t, refused) }),
  }
  if (source.kind === 'party') return goToParty(editor, `party-${source.id}-${source.attribute}`)
  if (source.kind === 'custom') return write(editor, source.id)
  const clause = text.clause ?? ''
  if (source.cell) {
    const { row, column } = source.cell
    const id = `blank-${source.id}-${row}-${column}`
    openBlank(editor, { clause, side: text.side, index: -1 })
    return focusSoon([`${id}-${text.side}`, id], 'center')
  }
  openBlank(editor, { clause, side: text.side, index: runAt(editor, clause, text.side, from) })
}

function cellAt(editor: EditorState, id: string, { row, column }: CellPlace) {
  const table = valueIn(editor.answers.value, id)
  const rowIndex = isTable(table) ? table.rows.findIndex((one) => one.id === row) : -1
  return { row: rowIndex + 1, column }
}

/** The index of the run of a clause that contains this position. */
function runAt(editor: EditorState, id: string, side: 'zh' | 'en', place: number): number {
  const { recitals, articles } = editor.tree.value
  const topNodes = [...recitals, ...articles.flatMap(({ clauses }) => clauses)]
  const node = topNodes.flatMap((one) => [one, ...one.items]).find((one) => one.id === id)
  let offset = 0
  return (node?.text[side] ?? []).findIndex((run) => {
    offset += run.text.length
    return place < offset
  })
}
