import { serviceHours } from '#src/calendar/service-hours.ts'
import type { FormState } from '#src/http/body.ts'
import { CaptchaField, type CaptchaShown } from '#src/http/captcha/captcha-field.tsx'
import { TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import type { CustomerThread } from '../conversation.ts'
import type { MessageRange } from '../message.ts'
import { CustomerThreadBox } from './chat-page.tsx'
import { MessageField, TalkField } from './message-field.tsx'
import { PresenceLine } from './presence-line.tsx'

const HOME = '/online-service'
const FRAME = 'mx-auto max-w-2xl px-4 py-10'

interface StartProps extends FormState {
  captcha: CaptchaShown
  online: boolean
}

/** The page on which a visitor without an account begins a conversation. */
export function VisitorStartPage({ captcha, online, ...formState }: StartProps) {
  const t = useTranslations('chat')
  const isPicture = 'png' in captcha
  return (
    <div className={FRAME}>
      <PageHead title={t('title')} lead={t('leadVisitor', { ...serviceHours() })} />
      <PresenceLine online={online} byMail />
      <p>
        <a className="link" href="/faq">
          {t('faqFirst')}
        </a>
      </p>
      <MessageField
        action={HOME}
        label={t('label')}
        savesDraft
        {...formState}
        first={
          <>
            <TextField name="name" label={t('name')} autoComplete="name" {...formState} />
            <TextField
              name="email"
              label={t('answerTo')}
              required
              autoComplete="email"
              inputMode="email"
              {...formState}
            />
          </>
        }
        last={
          <CaptchaField
            captcha={captcha}
            problems={formState.problems}
            code={false}
            other={HOME}
            hint={t(isPicture ? 'captchaHint' : 'captchaSumHint')}
          />
        }
      />
    </div>
  )
}

interface TalkProps extends FormState, MessageRange {
  thread: CustomerThread
  email: string
  online: boolean
}

export function VisitorChatPage({ thread, before, from, email, online, ...formState }: TalkProps) {
  const t = useTranslations('chat')
  return (
    <div className={FRAME}>
      <PageHead title={t('title')} lead={t('lead', { email, ...serviceHours() })} />
      <PresenceLine online={online} byMail />
      <CustomerThreadBox path={HOME} thread={thread} before={before} from={from} />
      <TalkField
        action={HOME}
        typing={`${HOME}/typing`}
        conversation={thread.id}
        account={thread.id!}
        label={t('label')}
        {...formState}
      />
    </div>
  )
}

/** The page that a mailed link opens, with a button back to the conversation. */
export function ReturnPage({ action }: { action: string }) {
  const t = useTranslations('chat')
  return (
    <div className={FRAME}>
      <PageHead title={t('title')} lead={t('wayBack')} />
      <form method="post" action={action}>
        <button type="submit" className="btn btn-primary">
          {t('mail.open')}
        </button>
      </form>
    </div>
  )
}
