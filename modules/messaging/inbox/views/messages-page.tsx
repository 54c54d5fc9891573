import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { SearchBox } from '#views/search-box.tsx'
import { Moment } from '#views/values/moment.tsx'
import { type ListedMessage, type MessageFilter, messagesPath } from '../message.ts'

interface ListProps {
  rows: ListedMessage[]
  previous: string | null
  next: string | null
  filter: MessageFilter
}

interface Props extends ListProps {
  /** Whether there is an unread notification. */
  hasUnread: boolean
}

const LIST_ID = 'message-list'

export function MessagesPage({ hasUnread, ...listProps }: Props) {
  const t = useTranslations('messaging.messages')
  const tMenu = useTranslations('common.menu')
  const { filter, rows } = listProps
  return (
    <>
      <PageHead title={tMenu('messages')}>
        {hasUnread && (
          <form method="post" action="/mgmt/messages/reading">
            <button type="submit" className="btn btn-outline">
              {t('readAll')}
            </button>
          </form>
        )}
      </PageHead>
      {(rows.length > 0 || filter.keyword || filter.unread) && (
        <FilterForm action="/mgmt/messages" list={LIST_ID}>
          <SearchBox label={t('search')} value={filter.keyword} className="w-full sm:w-80" />
          <fieldset className="flex gap-2">
            <legend className="sr-only">{t('shown')}</legend>
            {[false, true].map((onlyUnread) => (
              <label
                key={String(onlyUnread)}
                className="btn btn-ghost has-checked:btn-neutral has-focus-visible:outline-2"
              >
                <input
                  type="radio"
                  name="unread"
                  value={onlyUnread ? 'yes' : ''}
                  defaultChecked={filter.unread === onlyUnread}
                  className="sr-only"
                />
                {t(onlyUnread ? 'unread' : 'all')}
              </label>
            ))}
          </fieldset>
        </FilterForm>
      )}
      <MessageList {...listProps} />
    </>
  )
}

/** The rows and the page links, which are replaced when a filter changes. */
export function MessageList({ rows, previous, next, filter }: ListProps) {
  const pathWith = (changes: Partial<MessageFilter>) => messagesPath(filter, changes)
  return (
    <div id={LIST_ID}>
      {rows.length ? (
        <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
          {rows.map((row) => (
            <li key={row.id}>
              <MessageItem message={row} />
            </li>
          ))}
        </ul>
      ) : (
        <NoMessages filter={filter} />
      )}
      <PageLinks
        first={pathWith({})}
        previous={previous && pathWith({ before: previous })}
        next={next && pathWith({ after: next })}
      />
    </div>
  )
}

function NoMessages({ filter: { keyword, unread } }: { filter: MessageFilter }) {
  const t = useTranslations('messaging.messages')
  return (
    <div className="rounded-box border border-base-300 bg-base-100">
      {keyword ? (
        <Empty icon="search" title={t('noneFound', { keyword })}>
          <a className="btn btn-outline" href="/mgmt/messages">
            {t('showAll')}
          </a>
        </Empty>
      ) : (
        <Empty icon="message" title={t(unread ? 'noneUnread' : 'none')}>
          <p>{t('teach')}</p>
        </Empty>
      )}
    </div>
  )
}

/**
 * Plans whose names are shown without “monthly”, as on the page of the order, because they may be paid
 * yearly.
 */
const PLANS: ReadonlySet<unknown> = new Set(['basic', 'professional', 'enterprise'])

/** A notification as a form, because opening it is recorded; it leads to the subject. */
function MessageItem({ message: { id, kind, facts, created_at, read_at } }: { message: ListedMessage }) {
  const t = useTranslations('messaging')
  const tPlan = useTranslations('site.pricing.plan')
  const tOrders = useTranslations('orders')
  const goods = () =>
    PLANS.has(facts.goods)
      ? tPlan(dynamicKey<'site.pricing.plan'>(`${facts.goods}`))
      : tOrders(dynamicKey<'orders'>(`package.${facts.goods}`))
  const values = {
    ...facts,
    ...(facts.plan && { plan: tPlan(dynamicKey<'site.pricing.plan'>(facts.plan)) }),
    ...(facts.goods && { goods: goods() }),
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
