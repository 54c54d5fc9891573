import type { FormState } from '#src/http/body.ts'
import { FormProblem, ProblemDetails, TextField, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Successor } from '../../../running/hand-over.ts'
import type { Question } from '../../../running/questions.ts'
import { ContactFields } from '../../../views/contact-fields.tsx'
import type { Turn } from '../signer-link.ts'

/** A signatory names the colleague who will act instead. */
export function HandOverPage({ turn, ...form }: FormState & { turn: Turn }) {
  const t = useTranslations('signing.handOver')
  const { values, problems, details } = form
  return (
    <div className="grid justify-items-center">
      <Card title={t('title')}>
        <p className="mb-3">{t('text', { starter: turn.starter_name, document: turn.document_name })}</p>
        <form
          method="post"
          action={`/signing/${turn.id}/hand-over`}
          data-keeps={`hand-over ${turn.id}`}
          noValidate
        >
          <FormProblem problem={problems?.form} values={details} />
          <ProblemDetails value={details ?? {}}>
            <TextField
              name="name"
              label={t('name')}
              required
              maxLength={100}
              values={values}
              problems={problems}
            />
            <ContactFields
              email={turn.identification === 'phone' ? null : { label: t('email'), required: true }}
              phone={turn.identification === 'email' ? null : { label: t('phone'), required: true }}
              values={values}
              problems={problems}
            />
          </ProblemDetails>
          <Buttons turn={turn} submit={t('confirm')} back={t('back')} />
        </form>
      </Card>
    </div>
  )
}

/** The page after a hand-over; the previous person can do nothing more in the signing. */
export function HandedOverPage({ turn, successor }: { turn: Turn; successor: Successor }) {
  const t = useTranslations('signing.handOver')
  return (
    <div className="grid justify-items-center">
      <Card title={t('done')}>
        <p className="wrap-anywhere">
          {t('doneText', {
            name: successor.name,
            email: successor.email || (successor.phone ?? ''),
            starter: turn.starter_name,
          })}
        </p>
      </Card>
    </div>
  )
}

interface QuestionProps extends FormState {
  turn: Turn
  questions: Pick<Question, 'id' | 'text' | 'asked_at' | 'answer' | 'answered_at' | 'answered_by'>[]
}

/** The form for questions to the sender, with the answers so far. */
export function QuestionPage({ turn, questions, values, problems, details }: QuestionProps) {
  const t = useTranslations('signing.question')
  return (
    <div className="grid justify-items-center">
      <Card title={t('title', { starter: turn.starter_name })}>
        {questions.map((one) => (
          <div key={one.id} className="mb-3 border-base-300 border-l-2 pl-3">
            <p className="wrap-anywhere whitespace-pre-line">{one.text}</p>
            <p className="text-base-content/75 text-sm">
              <Moment at={one.asked_at} />
            </p>
            {one.answer === null ? (
              <p className="text-base-content/75 text-sm">{t('open')}</p>
            ) : (
              <blockquote className="wrap-anywhere mt-1 whitespace-pre-line border-primary border-l-2 pl-3">
                {one.answer}
                <footer className="text-base-content/75 text-sm">
                  {one.answered_by} {one.answered_at && <Moment at={one.answered_at} />}
                </footer>
              </blockquote>
            )}
          </div>
        ))}
        <p className="mb-2">{t('text', { starter: turn.starter_name })}</p>
        <form
          method="post"
          action={`/signing/${turn.id}/question`}
          data-keeps={`question ${turn.id}`}
          noValidate
        >
          <FormProblem problem={problems?.form} values={details} />
          <WordsField
            name="question"
            label={t('label')}
            required
            rows={4}
            maxLength={2000}
            values={values}
            problems={problems}
          />
          <Buttons turn={turn} submit={t('send')} back={t('back')} />
        </form>
      </Card>
    </div>
  )
}

function Buttons({ turn, submit, back }: { turn: Turn; submit: string; back: string }) {
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-2">
      <a href={`/signing/${turn.id}`} className="btn btn-ghost">
        {back}
      </a>
      <button type="submit" className="btn btn-primary">
        {submit}
      </button>
    </div>
  )
}
