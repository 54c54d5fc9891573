import { useSignals } from '@preact/signals-react/runtime'
import type { Side } from '#assembly/answers.ts'
import { parseMarks } from '#assembly/marks.ts'
import type { ArticleNode } from '#assembly/tree.ts'
import { useEditor } from '../state/editor-state.ts'
import { sideLang, useWords, wordsIn } from '../words.ts'
import type { Tokens } from './tokens.ts'

interface Props {
  text: string
  tokens: Tokens
  insert: (mark: string) => void
}

/** Lists the blanks and references that can be inserted into a text, and the unknown tokens in the text. */
export function MarkLegend({ text, tokens, insert }: Props) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const tree = editor.tree.value
  const side = editor.locale === 'en_US' ? 'en' : 'zh'
  const lang = sideLang(side, editor.answers.value.languages.script)
  const unknownMarks = parseMarks(text).filter(
    ({ kind, source }) => kind !== 'text' && !tokens.names.has(source),
  )
  return (
    <div className="flex flex-wrap items-center gap-1.5 font-sans text-xs">
      {[...new Set(unknownMarks.map(({ source }) => source))].map((source) => (
        <span key={source} className="rounded-field bg-base-200 px-1.5 py-0.5">
          <code>{source}</code> {t('unknownMark')}
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
          {editor.template.fields
            .filter(({ type }) => type !== 'table')
            .map((field) => (
              <option key={field.id} value={`{${field.id}}`}>
                {wordsIn(field.label, editor.locale)}
              </option>
            ))}
        </optgroup>
        <optgroup label={t('parties')}>
          {tree.parties.map((party) => (
            <option key={party.key} value={`{party:${party.key}}`} lang={lang}>
              {party.label[side]}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('references')}>
          {tree.articles.flatMap((article) => places(article, side, lang))}
        </optgroup>
      </select>
    </div>
  )
}

function places(article: ArticleNode, side: Side, lang: string) {
  if (!article.kept || article.unnumbered) return []
  const clauses = article.clauses.filter(({ kept }) => kept)
  return [
    <option key={article.id} value={`{ref:${article.id}}`} lang={lang}>
      {`${article.label[side]} ${article.title[side]}`}
    </option>,
    ...clauses.map((clause) => (
      <option key={clause.id} value={`{ref:${clause.id}}`}>
        {clause.number}
      </option>
    )),
  ]
}
