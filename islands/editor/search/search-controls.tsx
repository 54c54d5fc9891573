import { effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { isComposing } from '#views/language/composing.ts'
import { TextTool, Tool } from '../parts/tool.tsx'
import { saveImmediately } from '../state/autosave.ts'
import { change, type EditorState, endUndoStep, useEditor } from '../state/editor-state.ts'
import { flushAs } from '../state/resolve-conflict.ts'
import { useWords } from '../words.ts'
import { MAX_MATCHES, type Match } from './find.ts'
import { highlightMatches, removeHighlights } from './highlight.ts'
import { type ReplacementResult, replaceMatches } from './replace.ts'
import { ReplaceReport } from './replace-report.tsx'
import { setSearch } from './search-state.ts'
import { currentMatch, goTo, goToFollowingMatch, matchesOf, step } from './walk.ts'

/** The controls of the search: next, previous, the number of matches, and replacing. */
export function SearchControls() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const [result, setReplaced] = useState<ReplacementResult | null>(null)
  const search = editor.search.value
  const matches = matchesOf(editor)
  useHighlights(editor)
  useFirstMatch(editor, search?.query, search?.matchCase)
  if (!search) return null
  const { query, matchCase } = search
  const matchIndex = Math.min(search.at, matches.length - 1)
  const match = matches[matchIndex]
  const replaceOne = () => {
    if (!match) return
    setReplaced(replaceIn(editor, [match], false))
    goToFollowingMatch(editor, matches, matchIndex)
  }
  return (
    <>
      <p role="status" className="min-w-16 text-base-content/75 tabular-nums">
        {query && (match ? countWords(t, matchIndex, matches.length) : t('search.none'))}
      </p>
      <span className="flex">
        <span className="-rotate-90">
          <Tool icon="chevron" label={t('search.previous')} act={() => step(editor, -1)} disabled={!match} />
        </span>
        <span className="rotate-90">
          <Tool icon="chevron" label={t('search.next')} act={() => step(editor, 1)} disabled={!match} />
        </span>
      </span>
      <label className="flex min-h-7 items-center gap-1.5">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={matchCase}
          onChange={(event) => setSearch(editor, { matchCase: event.target.checked, at: 0 })}
        />
        {t('search.matchCase')}
      </label>
      <ReplacementBox replace={replaceOne} />
      <span className="flex flex-wrap gap-1">
        <TextTool act={replaceOne}>{t('search.replace')}</TextTool>
        <TextTool act={() => match && setReplaced(replaceIn(editor, matches, true))}>
          {t('search.replaceAll')}
        </TextTool>
      </span>
      {result && <ReplaceReport key={result.key} replaced={result} close={() => setReplaced(null)} />}
    </>
  )
}

function ReplacementBox({ replace }: { replace: () => void }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  return (
    <input
      id="search-replacement"
      type="text"
      aria-label={t('search.replacement')}
      placeholder={t('search.replacement')}
      autoComplete="off"
      spellCheck={false}
      maxLength={1000}
      className="input input-sm w-48 max-w-full"
      value={editor.search.value?.replacement ?? ''}
      onChange={(event) => setSearch(editor, { replacement: event.target.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
        event.preventDefault()
        replace()
      }}
    />
  )
}

const countWords = (t: ReturnType<typeof useWords>, matchIndex: number, count: number) =>
  t('search.count', { n: matchIndex + 1, m: count === MAX_MATCHES ? `${count}+` : count })

/**
 * Replaces matches as one undo step. Before all matches are replaced, the document is saved, so that a
 * version of it remains.
 */
function replaceIn(editor: EditorState, replacedMatches: Match[], replacesAll: boolean): ReplacementResult {
  const { template, answers, tree } = editor
  endUndoStep(editor)
  const document = { template, answers: answers.value, tree: tree.value }
  const result = replaceMatches(document, replacedMatches, editor.search.value!)
  if (!result.done) return result
  if (replacesAll && editor.saver) void saveImmediately(editor.saver)
  change(editor, () => result.answers)
  if (replacesAll && editor.saver) flushAs(editor.saver, 'replace')
  return result
}

/** Updates the highlights after each change of the paper, when it has been drawn. */
function useHighlights(editor: EditorState) {
  useEffect(() => {
    const stop = effect(() => {
      const { blank, writing, form, mode } = editor
      const openParts = [blank, writing, form, mode].map((one) => one.value)
      const matches = matchesOf(editor)
      const current = currentMatch(editor)
      const frame = requestAnimationFrame(() => openParts && highlightMatches(matches, current))
      return () => cancelAnimationFrame(frame)
    })
    return () => {
      stop()
      removeHighlights()
    }
  }, [editor])
}

/** Shows the first match of a new search immediately. */
function useFirstMatch(editor: EditorState, query: string | undefined, matchCase: boolean | undefined) {
  useEffect(() => {
    if (query && matchCase !== undefined) goTo(editor, 0)
  }, [editor, query, matchCase])
}
