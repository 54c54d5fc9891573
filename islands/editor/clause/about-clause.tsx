import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Clause } from '#assembly/template/template.ts'
import type { ClauseNode } from '#assembly/tree.ts'
import { Icon } from '#views/icons.tsx'
import { FieldInput } from '../fields/field-input.tsx'
import { TextTool } from '../parts/tool.tsx'
import { type AboutProps, useEditor } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import { useWords, wordsIn } from '../words.ts'
import { Alternatives } from './alternatives.tsx'
import { write } from './clause-actions.ts'
import { drop, restoreTemplateClause } from './decisions.ts'

/** Explains why a clause is in the document, and shows its choices and blanks. */
export function AboutClause({ node, article }: AboutProps) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const guidance = article && editor.template.articles.find((one) => one.id === article)?.guidance
  const clause = lookupOf(editor.template).clauses.get(node.id)
  const shownGuidance = clause?.guidance ?? guidance
  return (
    <div className="grid gap-4 text-sm">
      <h2 className="font-serif text-lg">
        {node.number ? t('aboutClause', { number: node.number }) : t('aboutThis')}
      </h2>
      <Part title={t('guidance')} icon>
        <p className="whitespace-pre-line">
          {shownGuidance ? wordsIn(shownGuidance, editor.locale) : t('noGuidance')}
        </p>
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
        <TextTool
          act={() => restoreTemplateClause(editor, node.id)}
          pressed={!answer?.dropped && !answer?.custom}
        >
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

function FieldsHere({ node }: { node: ClauseNode }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const runs = [...node.text.zh, ...node.text.en]
  const ids = new Set(runs.flatMap((run) => (run.kind === 'field' && run.target ? [run.target] : [])))
  if (node.table) ids.add(node.table.field)
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
