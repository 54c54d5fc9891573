import { useSignals } from '@preact/signals-react/runtime'
import type { ArticleNode } from '#assembly/tree.ts'
import { PositionSwitch } from '../position/position-switch.tsx'
import { useEditor } from '../state/editor-state.ts'
import { sideLang, sideToRead, useWords } from '../words.ts'
import { articleState, type OutlineState, pointsState } from './outline-state.ts'

const dots: Record<OutlineState, [sign: string, tone: string]> = {
  done: ['✓', 'text-success'],
  required: ['●', 'text-error'],
  attention: ['!', 'text-warning'],
  changed: ['✎', 'text-secondary'],
}

/** The parts of the document, each with its state. */
export function Outline() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { articles, sides, languages } = editor.tree.value
  const openIn = editor.openIn.value
  const side = sideToRead(editor.locale, sides)
  const printedArticles = articles.filter((article) => article.kept)
  const entry = (article: ArticleNode) => (
    <Entry
      key={article.id}
      part={article.id}
      words={`${article.annex ? article.label[side] : article.number || ''} ${article.title[side]}`.trim()}
      lang={sideLang(side, languages.script)}
      state={articleState(article, openIn, editor.answers.value)}
    />
  )
  return (
    <nav aria-label={t('outline')} className="text-sm">
      <PositionSwitch />
      <h2 className="px-2 pb-1 text-base-content/70 text-xs">{t('outline')}</h2>
      <ul>
        <Entry
          part="parties"
          words={t('parties')}
          state={pointsState((openIn[''] ?? []).filter(isParty)) ?? 'done'}
        />
        {printedArticles.filter(({ annex }) => !annex).map(entry)}
        <Entry part="signatures" words={t('signatures')} state="done" />
        {printedArticles.filter(({ annex }) => annex).map(entry)}
      </ul>
    </nav>
  )
}

function isParty({ at }: { at: string }): boolean {
  return at.startsWith('party:')
}

interface EntryProps {
  part: string
  words: string
  /** The language of the words, if they come from the document. */
  lang?: string
  state: OutlineState
}

function Entry({ part, words, lang, state }: EntryProps) {
  useSignals()
  const t = useWords()
  const { showsMissing } = useEditor()
  const [sign, tone] = dots[state]
  const go = () => {
    const target = document.getElementById(`part-${part}`)
    target?.scrollIntoView({ block: 'start', behavior: 'instant' })
    target?.focus({ preventScroll: true })
  }
  return (
    <li>
      <button
        type="button"
        onClick={go}
        className="flex min-h-7 w-full items-baseline gap-2 rounded-field px-2 py-0.5 text-left hover:bg-base-200"
      >
        <span lang={lang} className="min-w-0 flex-1">
          {words}
        </span>
        <span
          aria-hidden="true"
          className={state === 'required' && !showsMissing.value ? 'text-base-content/70' : tone}
        >
          {sign}
        </span>
        <span className="sr-only">{t(`state.${state}`)}</span>
      </button>
    </li>
  )
}
