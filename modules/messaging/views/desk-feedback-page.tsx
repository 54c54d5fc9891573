import { SupportLevel } from '#modules/orders/index.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import { languageTag } from '#src/core/i18n.ts'
import { BulkBar, useSelectColumn } from '#views/desk/bulk.tsx'
import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { SearchBox } from '#views/search-box.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import { FEEDBACK_FILTERS, type FeedbackFilter, type ListedFeedback } from '../desk-feedback.ts'
import { numberOf } from '../feedback.ts'
import { FeedbackStateWord } from './feedback-state-word.tsx'

interface Props {
  rows: ListedFeedback[]
  /** The cursor of the page with older feedback. */
  next: string | null
  filter: FeedbackFilter
}

const HOME = '/desk/feedback'

/** All feedback, with the number of unanswered entries. */
export function DeskFeedbackPage({ rows, next, filter }: Props) {
  const t = useTranslations('messaging.desk')
  const { state, keyword, account } = filter
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Filters {...filter} />
      {account && (
        <p className="mb-2 text-sm">
          {rows[0]?.customerName ?? t('ofAccount')}{' '}
          <a className="link" href={addressOf({ state, keyword })}>
            {t('allAccounts')}
          </a>
        </p>
      )}
      <div id="feedback-list" className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <>
            <FeedbackTable rows={rows} />
            <BulkBar queue="feedback" close={t('bulkClose')} />
          </>
        ) : (
          <Empty icon="message" title={t(keyword ? 'nothingFound' : `none.${state}`)}>
            {(keyword || state !== 'all') && (
              <a className="link" href={`${HOME}?state=all`}>
                {t('showAll')}
              </a>
            )}
          </Empty>
        )}
        {(next || filter.before) && (
          <p className="flex justify-center gap-2 border-base-300 border-t p-3">
            {filter.before && (
              <a className="btn btn-sm" href={addressOf({ state, keyword, account })}>
                {t('newest')}
              </a>
            )}
            {next && (
              <a className="btn btn-sm" href={addressOf({ state, keyword, account, before: next })}>
                {t('older')}
              </a>
            )}
          </p>
        )}
      </div>
    </>
  )
}

function addressOf({ keyword, account, ...others }: Record<string, string>) {
  const parameters = { ...others, ...(keyword && { keyword }), ...(account && { account }) }
  return `${HOME}?${new URLSearchParams(parameters)}`
}

function Filters({ state, keyword, account }: FeedbackFilter) {
  const t = useTranslations('messaging.desk')
  return (
    <FilterForm action={HOME} list="feedback-list">
      {account && <input type="hidden" name="account" value={account} />}
      <SearchBox label={t('search')} value={keyword} className="w-full sm:w-80" />
      <label className="text-sm max-sm:w-full">
        <span className="block">{t('stateLabel')}</span>
        <select name="state" defaultValue={state} className="select w-full sm:w-44">
          {FEEDBACK_FILTERS.map((value) => (
            <option key={value} value={value}>
              {t(`state.${value}`)}
            </option>
          ))}
        </select>
      </label>
    </FilterForm>
  )
}

const FeedbackDue = ({ row, showsName }: { row: ListedFeedback; showsName?: boolean }) =>
  row.state === 'open' ? <Due at={row.due_at} overdue={isOverdue(row)} showsLabel={showsName} /> : '–'

function FeedbackTable({ rows }: { rows: ListedFeedback[] }) {
  const t = useTranslations('messaging.desk')
  const tCalendar = useTranslations('calendar')
  const columns: Column<ListedFeedback>[] = [
    useSelectColumn<ListedFeedback>(({ id }) => numberOf(id)),
    { key: 'question', head: t('question'), main: true, cell: (row) => <QuestionCell row={row} /> },
    {
      key: 'email',
      head: t('email'),
      cell: (row) => <span className="break-all">{row.email}</span>,
      wide: true,
    },
    { key: 'time', head: t('time'), cell: (row) => <Moment at={row.created_at} />, wide: true },
    { key: 'due', head: tCalendar('due'), cell: (row) => <FeedbackDue row={row} />, wide: true },
    { key: 'owner', head: t('owner'), cell: (row) => row.ownerName ?? '–', wide: true },
    { key: 'state', head: t('stateLabel'), cell: (row) => <FeedbackStateWord state={row.state} /> },
  ]
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

function QuestionCell({ row }: { row: ListedFeedback }) {
  return (
    <>
      <a
        className="link-hover line-clamp-2 font-medium"
        href={`${HOME}/${row.id}`}
        lang={languageTag(row.locale)}
      >
        {row.question}
      </a>
      <span className="block text-base-content/75 text-xs">{numberOf(row.id)}</span>
      <SupportLevel queue="requests" {...row} />
      <NarrowLine>
        {row.state === 'open' && <FeedbackDue row={row} showsName />}
        <span className="break-all">{row.email}</span>
        <Moment at={row.created_at} />
        {row.ownerName && <span>{row.ownerName}</span>}
      </NarrowLine>
    </>
  )
}
