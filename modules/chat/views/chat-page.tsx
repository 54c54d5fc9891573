import type { mailReaders } from '#modules/accounts/index.ts'
import { serviceHours } from '#src/calendar/service-hours.ts'
import type { FormState } from '#src/http/body.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import type { CustomerThread } from '../conversation.ts'
import type { MessageRange } from '../message.ts'
import { TalkField } from './message-field.tsx'
import { PresenceLine } from './presence-line.tsx'
import { ThreadBox, ThreadPart } from './thread.tsx'

const HOME = '/mgmt/online-service'

interface Props extends FormState, MessageRange {
  thread: CustomerThread
  /** The person who reads the customer's mails; undefined without an address. */
  reader: Awaited<ReturnType<typeof mailReaders>>[number] | undefined
  accountId: string
  /** Whether a member of staff is present. */
  online: boolean
}

/** The locale keys of the text about an answer that is not read here, by the customer's choice. */
const LEAD_KEYS = { now: 'lead', daily: 'leadDaily', none: 'leadNoMail' } as const

/** The customer's page of the conversation. */
export function ChatPage({ thread, before, from, reader, accountId, online, ...formState }: Props) {
  const t = useTranslations('chat')
  const way = reader?.ways.service ?? 'none'
  const lead = t(LEAD_KEYS[way], { email: reader?.email ?? '', ...serviceHours() })
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('title')} lead={lead} />
      <PresenceLine online={online} byMail={way !== 'none'} />
      <CustomerThreadBox path={HOME} thread={thread} before={before} from={from} />
      <TalkField
        action={HOME}
        typing={`${HOME}/typing`}
        conversation={thread.id}
        account={accountId}
        label={t('label')}
        {...formState}
      />
    </div>
  )
}

interface CustomerThreadProps extends MessageRange {
  /** The path of the page that shows the thread. */
  path: string
  thread: CustomerThread
}

/** The part of the page that htmx requests again. */
export const CustomerThreadPart = (props: CustomerThreadProps) => (
  <ThreadPart by="customer" read={props.thread.read} {...props} />
)

export function CustomerThreadBox(props: CustomerThreadProps) {
  const t = useTranslations('chat')
  return (
    <ThreadBox by="customer" read={props.thread.read} {...props}>
      <Empty icon="message" title={t('none')}>
        <a className="link" href="/mgmt/faq-list">
          {t('faqFirst')}
        </a>
      </Empty>
    </ThreadBox>
  )
}
