import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { actionsOnFeedback, findFeedback } from '../desk-feedback.ts'

type Actions = Awaited<ReturnType<typeof actionsOnFeedback>>
type Feedback = Awaited<ReturnType<typeof findFeedback>>

interface WordsProps extends FormState {
  id: string
  actions: Actions
  /** The last part of its address. */
  action: string
  /** Its action, as named in the history. */
  does: Actions[number]['action']
  name: string
  label: string
  hint?: string
  submit: string
  rows: number
  most: number
  look?: string
}

/**
 * A form with one text field. Typed text is kept while other forms of the page are sent, until the history
 * has a new entry of this action.
 */
function WordsForm({ id, actions, action, does, submit, rows, most, look, values, ...field }: WordsProps) {
  const given = { ...field, required: true }
  const before = actions.filter((row) => row.action === does).length
  return (
    <form
      method="post"
      action={`/desk/feedback/${id}/${action}`}
      id={`${action}-form`}
      noValidate
      data-history-length={before}
    >
      <FieldFrame {...given}>
        <textarea
          {...described(given)}
          rows={rows}
          maxLength={most}
          defaultValue={values?.[field.name]}
          className={`textarea w-full ${field.problems?.[field.name] ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
      <button type="submit" className={`btn mt-2 ${look ?? 'btn-outline'}`}>
        {submit}
      </button>
    </form>
  )
}

interface AnswerFormState extends FormState {
  feedback: Feedback
  actions: Actions
}

export function AnswerForm({ feedback, ...given }: AnswerFormState) {
  const t = useTranslations('messaging.desk')
  const hint = t('answerHint', { email: feedback.email, language: t(`reads.${feedback.locale}`) })
  const words = { label: t('answerLabel'), hint, submit: t('send'), look: 'btn-primary' }
  return (
    <WordsForm
      id={feedback.id}
      action={'answer'}
      does={'answer'}
      name={'answer'}
      rows={8}
      most={5000}
      {...words}
      {...given}
    />
  )
}

export function NoteForm({ feedback, ...given }: AnswerFormState) {
  const t = useTranslations('messaging.desk')
  const words = { label: t('noteLabel'), hint: t('noteHint'), submit: t('addNote') }
  return (
    <WordsForm
      id={feedback.id}
      action="note"
      does="note"
      name="note"
      rows={2}
      most={1000}
      {...words}
      {...given}
    />
  )
}

export function CloseForm({ feedback, ...given }: AnswerFormState) {
  const t = useTranslations('messaging.desk')
  const words = { label: t('groundLabel'), submit: t('close') }
  return (
    <WordsForm
      id={feedback.id}
      action="closing"
      does="close"
      name="ground"
      rows={2}
      most={500}
      {...words}
      {...given}
    />
  )
}

export function ReopenForm({ id }: { id: string }) {
  const t = useTranslations('messaging.desk')
  return (
    <form method="post" action={`/desk/feedback/${id}/reopening`}>
      <button type="submit" className="btn btn-outline btn-sm">
        {t('reopen')}
      </button>
    </form>
  )
}
