import type { FormState } from '#src/http/body.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import type { OwnThread as Thread } from '../conversation.ts'
import { TalkField } from './message-field.tsx'
import { PresenceLine } from './presence-line.tsx'
import { ThreadPart } from './thread.tsx'

const HOME = '/mgmt/online-service'

interface Props extends FormState {
  thread: Thread
  before: number
  email: string | null
  /** Somebody of us is there. */
  online: boolean
}

/** Somebody's talk with us. */
export function ChatPage({ thread, before, email, online, ...given }: Props) {
  const t = useTranslations('chat')
  return (
    <div className="max-w-2xl">
      <PageHead title={t('title')} lead={t(email ? 'lead' : 'leadNoMail', { email: email ?? '' })} />
      <PresenceLine online={online} byMail={email !== null} />
      <OwnThread path={HOME} {...{ thread, before }} />
      <TalkField
        action={HOME}
        typing={`${HOME}/typing`}
        conversation={thread.id}
        label={t('label')}
        {...given}
      />
    </div>
  )
}

/** `path` is the page's own. */
export function OwnThread({ path, thread, before }: Pick<Props, 'thread' | 'before'> & { path: string }) {
  const t = useTranslations('chat')
  return (
    <ThreadPart path={path} by="customer" read={thread.read} {...{ thread, before }}>
      <Empty icon="message" title={t('none')}>
        <a className="link" href="/mgmt/faq-list">
          {t('faqFirst')}
        </a>
      </Empty>
    </ThreadPart>
  )
}
