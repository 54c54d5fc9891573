import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { type ListedMessage, type MessageFilter, messagesPath } from '../message.ts'

interface Props {
  rows: ListedMessage[]
  previous: string | null
  next: string | null
  filter: MessageFilter
  /** Whether there is an unread notification. */
  hasUnread: boolean
}

export function MessagesPage({ rows, previous, next, filter, hasUnread }: Props) {
  const t = useTranslations('messaging.messages')
  const menu = useTranslations('common.menu')
  const at = (changes: Partial<MessageFilter>) => messagesPath(filter, changes)
  return (
    <>
      <PageHead title={menu('messages')}>
        {hasUnread && (
          <form method="post" action="/mgmt/messages/reading">
            <button type="submit" className="btn btn-outline">
              {t('readAll')}
            </button>
          </form>
        )}
      </PageHead>
      <nav aria-label={t('shown')} className="mb-3 flex gap-2">
        {[false, true].map((unread) => (
          <a
            key={String(unread)}
            href={messagesPath({ ...filter, unread })}
            aria-current={filter.unread === unread ? 'true' : undefined}
            className={`btn btn-sm ${filter.unread === unread ? 'btn-neutral' : 'btn-ghost'}`}
          >
            {t(unread ? 'unread' : 'all')}
          </a>
        ))}
      </nav>
      {rows.length ? (
        <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
          {rows.map((row) => (
            <li key={row.id}>
              <Message message={row} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="rounded-box border border-base-300 bg-base-100">
          <Empty icon="message" title={t(filter.unread ? 'noneUnread' : 'none')}>
            <p>{t('teach')}</p>
          </Empty>
        </div>
      )}
      <PageLinks
        first={at({})}
        previous={previous && at({ before: previous })}
        next={next && at({ after: next })}
      />
    </>
  )
}

/** A form, since opening it is recorded; it leads to the subject of the notification. */
function Message({ message: { id, kind, facts, created_at, read_at } }: { message: ListedMessage }) {
  const t = useTranslations('messaging')
  const site = useTranslations('site.pricing.plan')
  const orders = useTranslations('orders')
  const values = {
    ...facts,
    ...(facts.plan && { plan: site(dynamicKey<'site.pricing.plan'>(facts.plan)) }),
    ...(facts.goods && { goods: orders(dynamicKey<'orders'>(`package.${facts.goods}`)) }),
  }
  return (
    <form method="post" action={`/mgmt/messages/${id}/reading`}>
      <button
        type="submit"
        className="flex w-full cursor-pointer items-baseline gap-x-4 px-4 py-3 text-left hover:bg-base-200/60 max-sm:flex-wrap"
      >
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 self-center rounded-full border border-transparent ${read_at ? '' : 'bg-primary'}`}
        />
        <span className={`wrap-anywhere min-w-0 flex-1 max-sm:basis-4/5 ${read_at ? '' : 'font-semibold'}`}>
          {!read_at && <span className="sr-only">{t('messages.unread')} </span>}
          {t(`message.${kind}`, values)}
        </span>
        <span className="shrink-0 text-base-content/75 text-sm max-sm:w-full max-sm:pl-6">
          <Moment at={created_at} />
        </span>
      </button>
    </form>
  )
}
