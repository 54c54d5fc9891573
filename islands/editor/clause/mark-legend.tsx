import { useSignals } from '@preact/signals-react/runtime'
import { parseMarks } from '#modules/documents/assembly/marks.ts'
import type { ArticleNode, DocumentTree } from '#modules/documents/assembly/tree.ts'
import { type EditorState, useEditor } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import { useWords, wordsIn } from '../words.ts'

/** What the marks in a text stand for, and a list to put further ones in. */
export function MarkLegend({ text, insert }: { text: string; insert: (mark: string) => void }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const tree = editor.tree.value
  const used = new Set(parseMarks(text).flatMap((mark) => (mark.kind === 'text' ? [] : [mark.source])))
  return (
    <div className="flex flex-wrap items-center gap-1.5 font-sans text-xs">
      {[...used].map((source) => (
        <span key={source} className="rounded-field bg-base-200 px-1.5 py-0.5">
          <code>{source}</code> {meaning(editor, tree, source) ?? t('unknownMark')}
        </span>
      ))}
      <select
        aria-label={t('insert')}
        className="select select-xs w-44"
        value=""
        onChange={(event) => insert(event.target.value)}
      >
        <option value="">{t('insert')}</option>
        <optgroup label={t('fields')}>
          {editor.template.fields.map((field) => (
            <option key={field.id} value={`{${field.id}}`}>
              {wordsIn(field.label, editor.locale)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('parties')}>
          {tree.parties.map((party) => (
            <option key={party.key} value={`{party:${party.key}}`}>
              {party.label[interfaceSide(editor)]}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('references')}>
          {tree.articles.flatMap((article) => places(article, interfaceSide(editor)))}
        </optgroup>
      </select>
    </div>
  )
}

function places(article: ArticleNode, side: 'zh' | 'en') {
  if (!article.kept) return []
  const clauses = article.clauses.filter(({ kept }) => kept)
  return [
    <option key={article.id} value={`{ref:${article.id}}`}>
      {`${article.label[side]} ${article.title[side]}`}
    </option>,
    ...clauses.map((clause) => (
      <option key={clause.id} value={`{ref:${clause.id}}`}>
        {clause.number}
      </option>
    )),
  ]
}

function interfaceSide({ locale }: EditorState): 'zh' | 'en' {
  return locale === 'en_US' ? 'en' : 'zh'
}

function meaning(editor: EditorState, tree: DocumentTree, source: string): string | undefined {
  const [mark] = parseMarks(source)
  const side = interfaceSide(editor)
  if (mark?.kind === 'number') return tree.number
  if (mark?.kind === 'party') return tree.parties.find(({ key }) => key === mark.key)?.label[side]
  if (mark?.kind === 'field') {
    const field = lookupOf(editor.template).fields.get(mark.id)
    return field && wordsIn(field.label, editor.locale)
  }
  if (mark?.kind !== 'ref') return undefined
  for (const article of tree.articles) {
    if (article.id === mark.id) return `${article.label[side]} ${article.title[side]}`
    const found = article.clauses
      .flatMap((clause) => [clause, ...clause.items])
      .find(({ id }) => id === mark.id)
    if (found) return found.number || article.title[side]
  }
  return undefined
}
