import type { Viewer } from '#src/core/viewer.ts'
import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { findFeedback } from '../desk-feedback.ts'

type Feedback = Awaited<ReturnType<typeof findFeedback>>

interface WordsProps extends FormState {
  id: string
  action: string
  name: string
  label: string
  hint?: string
  submit: string
  rows: number
  most: number
  look?: string
}

/** One field of words, sent to an address below the feedback's own. */
function WordsForm({ id, action, submit, rows, most, look = 'btn-outline', values, ...field }: WordsProps) {
  const given = { ...field, required: true }
  return (
    <form method="post" action={`/desk/feedback/${id}/${action}`} noValidate>
      <FieldFrame {...given}>
        <textarea
          {...described(given)}
          rows={rows}
          maxLength={most}
          defaultValue={values?.[field.name]}
          className={`textarea w-full ${field.problems?.[field.name] ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
      <button type="submit" className={`btn mt-2 ${look}`}>
        {submit}
      </button>
    </form>
  )
}

export function AnswerForm({ feedback, ...given }: FormState & { feedback: Feedback }) {
  const t = useTranslations('messaging.desk')
  const hint = t('answerHint', { email: feedback.email, language: t(`reads.${feedback.locale}`) })
  const words = { label: t('answerLabel'), hint, submit: t('send'), look: 'btn-primary' }
  return (
    <WordsForm id={feedback.id} action="answer" name="answer" rows={8} most={5000} {...words} {...given} />
  )
}

export function NoteForm({ id, ...given }: FormState & { id: string }) {
  const t = useTranslations('messaging.desk')
  const words = { label: t('noteLabel'), hint: t('noteHint'), submit: t('addNote') }
  return <WordsForm id={id} action="note" name="note" rows={2} most={1000} {...words} {...given} />
}

export function CloseForm({ id, ...given }: FormState & { id: string }) {
  const t = useTranslations('messaging.desk')
  const words = { label: t('groundLabel'), submit: t('close') }
  return <WordsForm id={id} action="closing" name="ground" rows={2} most={500} {...words} {...given} />
}

export function OwnerForm({ feedback, viewer }: { feedback: Feedback; viewer: Viewer }) {
  const t = useTranslations('messaging.desk')
  const mine = feedback.owner_id === viewer.id
  return (
    <form method="post" action={`/desk/feedback/${feedback.id}/owner`}>
      <input type="hidden" name="mine" value={mine ? 'no' : 'yes'} />
      <button type="submit" className="btn btn-outline btn-sm">
        {t(mine ? 'release' : 'take')}
      </button>
    </form>
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
