import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Clause } from '#modules/documents/assembly/template/template.ts'
import type { ClauseNode } from '#modules/documents/assembly/tree.ts'
import { Icon } from '#views/icons.tsx'
import { choose, drop, keepClause, write } from '../clause/clause-actions.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { useEditor } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import { useWords, wordsIn } from '../words.ts'
import { TextTool } from './tool.tsx'

/** About the clause the person is in: why it is there, what can be chosen, and its blanks. */
export function Panel() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const id = editor.selected.value
  const tree = editor.tree.value
  const top = [...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)]
  const node = top.flatMap((one) => [one, ...one.items]).find((one) => one.id === id)
  const article = tree.articles.find(({ clauses }) =>
    clauses.some((one) => one.id === id || one.items.some((item) => item.id === id)),
  )
  const guidance = article && editor.template.articles.find((one) => one.id === article.id)?.guidance
  const clause = lookupOf(editor.template).clauses.get(id)
  if (!node) return <p className="text-base-content/70 text-sm">{t('pointAtClause')}</p>
  const own = clause?.guidance ?? guidance
  return (
    <div className="grid gap-4 text-sm">
      <h2 className="font-serif text-lg">
        {node.number ? t('aboutClause', { number: node.number }) : t('aboutThis')}
      </h2>
      <Part title={t('guidance')} icon>
        <p className="whitespace-pre-line">{own ? wordsIn(own, editor.locale) : t('noGuidance')}</p>
      </Part>
      <Decision node={node} clause={clause} />
      {clause?.alternatives && <Alternatives clause={clause} />}
      <FieldsHere node={node} />
    </div>
  )
}

function Part({ title, icon, children }: { title: string; icon?: boolean; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="flex items-center gap-1.5 font-medium text-base-content/70 text-xs">
        {icon && <Icon name="info" className="size-4 text-info" />}
        {title}
      </h3>
      {children}
    </section>
  )
}

function Decision({ node, clause }: { node: ClauseNode; clause: Clause | undefined }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const answer = editor.answers.value.clauses[node.id]
  if (!clause || node.leftOut === 'condition') return null
  return (
    <Part title={t('thisClause')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons, not of form fields */}
      <div role="group" aria-label={t('thisClause')} className="flex flex-wrap gap-1">
        <TextTool act={() => keepClause(editor, node.id)} pressed={!answer?.dropped && !answer?.custom}>
          {t('keep')}
        </TextTool>
        {clause.droppable && (
          <TextTool act={() => drop(editor, node.id)} pressed={answer?.dropped === true}>
            {t('dropThis')}
          </TextTool>
        )}
        {node.kept && (
          <TextTool
            act={() => write(editor, node.id)}
            pressed={!answer?.dropped && answer?.custom !== undefined}
          >
            {t('customText')}
          </TextTool>
        )}
      </div>
    </Part>
  )
}

/** The template's wording and its alternatives. */
export function Alternatives({ clause }: { clause: Clause }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const chosen = editor.answers.value.clauses[clause.id]?.alternative ?? ''
  const options = [{ id: '', label: t('standard') }].concat(
    (clause.alternatives ?? []).map(({ id, label }) => ({ id, label: wordsIn(label, editor.locale) })),
  )
  return (
    <fieldset className="grid gap-1 text-sm">
      <legend className="mb-1 font-medium text-base-content/70 text-xs">{t('alternatives')}</legend>
      {options.map(({ id, label }) => (
        <label key={id} className="flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name={`alternatives-${clause.id}`}
            className="radio radio-sm"
            checked={chosen === id}
            onChange={() => choose(editor, clause.id, id || null)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function FieldsHere({ node }: { node: ClauseNode }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const runs = [...node.text.zh, ...node.text.en]
  const ids = new Set(runs.flatMap((run) => (run.kind === 'field' && run.of ? [run.of] : [])))
  const fields = editor.template.fields.filter(({ id }) => ids.has(id))
  if (!fields.length || !node.kept) return null
  return (
    <Part title={t('fieldsHere')}>
      {fields.map((field) => (
        <FieldInput key={field.id} field={field} answers={editor.answers.value} id={`panel-${field.id}`} />
      ))}
    </Part>
  )
}
