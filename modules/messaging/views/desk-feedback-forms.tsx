import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { actionsOnFeedback, findFeedback } from '../desk-feedback.ts'

type Actions = Awaited<ReturnType<typeof actionsOnFeedback>>
type Feedback = Awaited<ReturnType<typeof findFeedback>>

interface WordsProps extends FormState {
  id: string
  actions: Actions
  /** The last part of the form's address. */
  action: string
  /** The form's actions, as named in the history. */
  actionNames: Actions[number]['action'][]
  name: string
  label: string
  hint?: string
  submit: string
  rows: number
  maxLength: number
  buttonClass?: string
  /** A second button. */
  other?: { step: string; words: string }
}

/**
 * A form with one text field. The browser preserves typed text while other forms of the page are submitted,
 * until the history has a new entry of this form's actions.
 */
function WordsForm({
  id,
  actions,
  action,
  actionNames,
  submit,
  rows,
  maxLength,
  buttonClass,
  other,
  values,
  ...field
}: WordsProps) {
  const formState = { ...field, required: true }
  const historyLength = actions.filter((row) => actionNames.includes(row.action)).length
  return (
    <form
      method="post"
      action={`/desk/feedback/${id}/${action}`}
      id={`${action}-form`}
      noValidate
      data-history-length={historyLength}
    >
      <FieldFrame {...formState}>
        <textarea
          {...described(formState)}
          rows={rows}
          maxLength={maxLength}
          defaultValue={values?.[field.name]}
          className={`textarea w-full ${field.problems?.[field.name] ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
      <div className="mt-2 flex flex-wrap gap-2">
        <button type="submit" className={`btn ${buttonClass ?? 'btn-outline'}`}>
          {submit}
        </button>
        {other && (
          <button type="submit" name="step" value={other.step} className="btn btn-outline">
            {other.words}
          </button>
        )}
      </div>
    </form>
  )
}

interface FeedbackFormProps extends FormState {
  feedback: Feedback
  actions: Actions
}

export function AnswerForm({ feedback, ...formState }: FeedbackFormProps) {
  const t = useTranslations('messaging.desk')
  const hint = t('answerHint', { email: feedback.email, language: t(`reads.${feedback.locale}`) })
  const words = { label: t('answerLabel'), hint, submit: t('send'), buttonClass: 'btn-primary' }
  const other = { step: 'interim', words: t('sendInterim') }
  return (
    <WordsForm
      id={feedback.id}
      action={'answer'}
      actionNames={['answer', 'interim']}
      name={'answer'}
      rows={8}
      maxLength={5000}
      other={other}
      {...words}
      {...formState}
    />
  )
}

export function NoteForm({ feedback, ...formState }: FeedbackFormProps) {
  const t = useTranslations('messaging.desk')
  const words = { label: t('noteLabel'), hint: t('noteHint'), submit: t('addNote') }
  return (
    <WordsForm
      id={feedback.id}
      action="note"
      actionNames={['note']}
      name="note"
      rows={2}
      maxLength={1000}
      {...words}
      {...formState}
    />
  )
}

export function CloseForm({ feedback, ...formState }: FeedbackFormProps) {
  const t = useTranslations('messaging.desk')
  const words = { label: t('groundLabel'), submit: t('close') }
  return (
    <WordsForm
      id={feedback.id}
      action="closing"
      actionNames={['close']}
      name="ground"
      rows={2}
      maxLength={500}
      {...words}
      {...formState}
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
