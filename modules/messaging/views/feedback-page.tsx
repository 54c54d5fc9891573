import { REPLY } from '#src/calendar/reply.ts'
import type { Problems } from '#src/http/body.ts'
import { CaptchaField, type CaptchaShown } from '#src/http/captcha/captcha-field.tsx'
import { described, FieldFrame, FileField, FormProblem, TextField } from '#views/forms.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'

export interface FeedbackProps {
  /** The address of the form: the visitors' path or that of the logged-in area. */
  action: string
  values: Record<string, string>
  problems?: Problems
  details?: Record<string, string | number>
  captcha?: CaptchaShown
  isSent?: boolean
}

export function FeedbackPage(props: FeedbackProps) {
  const t = useTranslations('messaging.feedback')
  return (
    <div className={`mx-auto max-w-2xl ${props.action === '/feedback' ? 'px-4 py-10' : ''}`}>
      <PageHead title={t('title')} lead={t('lead', { reply: REPLY.general })} />
      <FeedbackPart {...props} />
    </div>
  )
}

export function FeedbackPart(props: FeedbackProps) {
  return props.isSent ? <SentConfirmation action={props.action} /> : <FeedbackForm {...props} />
}

function SentConfirmation({ action }: { action: string }) {
  const t = useTranslations('messaging.feedback')
  return (
    <div id="feedback-form" role="status" className="rounded-box border border-base-300 p-6">
      <h2 className="flex items-center gap-2 font-serif text-xl">
        <Icon name="check" className="size-6 text-success" />
        {t('sentTitle')}
      </h2>
      <p className="mt-2">{t('sentText')}</p>
      <p className="mt-3">
        <a className="link link-primary" href={action}>
          {t('another')}
        </a>
      </p>
    </div>
  )
}

function FeedbackForm(props: FeedbackProps) {
  const { action, values, problems, details, captcha } = props
  const t = useTranslations('messaging.feedback')
  const isPicture = captcha && 'png' in captcha
  const formState = { values, problems }
  const attachment = { name: 'attachment', label: t('attachment'), problems, hint: t('attachmentHint') }
  const question = {
    name: 'question',
    label: t('question'),
    problems,
    hint: t('questionHint'),
    required: true,
  }
  return (
    <form
      id="feedback-form"
      data-keeps="feedback"
      method="post"
      action={action}
      encType="multipart/form-data"
      hx-post={action}
      hx-swap="outerMorph"
      noValidate
    >
      <FormProblem problem={problems?.form} values={details} />
      <FieldFrame {...question}>
        <textarea
          {...described(question)}
          rows={6}
          maxLength={2000}
          defaultValue={values.question}
          className={`textarea w-full ${problems?.question ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
      <TextField
        name="email"
        label={t('email')}
        required
        autoComplete="email"
        inputMode="email"
        {...formState}
      />
      <FileField {...attachment} accept=".png,.jpg,.jpeg,.gif" />
      {captcha && (
        <CaptchaField
          captcha={captcha}
          problems={problems}
          code={false}
          other={action}
          hint={t(isPicture ? 'captchaHint' : 'captchaSumHint')}
        />
      )}
      <button type="submit" className="btn btn-primary mt-4">
        {t('send')}
      </button>
    </form>
  )
}
