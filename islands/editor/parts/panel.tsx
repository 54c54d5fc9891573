import { useSignals } from '@preact/signals-react/runtime'
import { useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { WhenLoaded } from './when-loaded.tsx'

/** The side panel about the selected clause. */
export function Panel() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const id = editor.selected.value
  const tree = editor.tree.value
  const topNodes = [...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)]
  const node = topNodes.flatMap((one) => [one, ...one.items]).find((one) => one.id === id)
  const article = tree.articles.find(({ clauses }) =>
    clauses.some((one) => one.id === id || one.items.some((item) => item.id === id)),
  )?.id
  if (!node) return <p className="text-base-content/70 text-sm">{t('pointAtClause')}</p>
  return <WhenLoaded>{({ AboutClause }) => <AboutClause node={node} article={article} />}</WhenLoaded>
}
