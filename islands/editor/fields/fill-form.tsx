import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { FieldGroup } from '#assembly/template/template.ts'
import { PartyForms } from '../parties/party-forms.tsx'
import { WhenLoaded } from '../parts/when-loaded.tsx'
import { endUndoStep, useEditor } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import { scrollToField } from '../state/scroll-to-field.ts'
import { useWords } from '../words.ts'
import { FieldInput } from './field-input.tsx'
import { liveFields } from './live-fields.ts'

const groups: FieldGroup[] = ['subject', 'money', 'dates', 'choices', 'other']

/**
 * A form of the fields alone, without the paper. It shows those that the current answers make relevant, in
 * the order in which a lawyer asks for them.
 */
export function FillForm() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const answers = editor.answers.value
  const tree = editor.tree.value
  // Uses the answers from which the shown tree was made; the entered ones may be newer.
  const fields = useComputed(() =>
    liveFields(editor.template, editor.preview.shownAnswers.value, editor.tree.value),
  ).value
  const openFields = new Set(tree.open.map(({ at }) => at))
  const { clauses } = lookupOf(editor.template)
  const printedClauses = tree.articles.flatMap((article) => article.clauses.filter((clause) => clause.kept))
  const choices = printedClauses.flatMap(({ id, number }) => {
    const clause = clauses.get(id)
    return clause?.alternatives ? [{ clause, number }] : []
  })
  return (
    <form
      aria-label={t('fill')}
      className="grid gap-6"
      onSubmit={(event) => event.preventDefault()}
      onBlur={() => endUndoStep(editor)}
    >
      <Group title={t('parties')}>
        <PartyForms />
      </Group>
      {groups.map((group) => {
        const groupFields = fields.filter((field) => field.group === group)
        const groupChoices = group === 'choices' ? choices : []
        if (!groupFields.length && !groupChoices.length) return null
        return (
          <Group key={group} title={t(`group.${group}`)}>
            {groupFields.map((field) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the paper scrolls to the focused box
              <div
                key={field.id}
                onFocus={() => scrollToField(field.id)}
                className={`border-l-2 pl-3 ${borderClassOf(openFields.has(field.id), editor.showsMissing.value)}`}
              >
                <FieldInput field={field} answers={answers} id={`fill-${field.id}`} />
              </div>
            ))}
            {groupChoices.map(({ clause, number }) => (
              <div key={clause.id} className="pl-3">
                <p className="text-sm">{t('clauseNumber', { number })}</p>
                <WhenLoaded quiet>{({ Alternatives }) => <Alternatives clause={clause} />}</WhenLoaded>
              </div>
            ))}
          </Group>
        )
      })}
    </form>
  )
}

function borderClassOf(isOpen: boolean, showsMissing: boolean): string {
  if (!isOpen) return 'border-transparent'
  return showsMissing ? 'border-error' : 'border-base-content/25'
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-serif text-lg">{title}</h2>
      {children}
    </section>
  )
}
