import { isOverdue } from '#src/calendar/queue.ts'
import { BulkBar, useSelectColumn } from '#views/desk/bulk.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import { AccountStateWord } from '../../views/account-state-word.tsx'
import type { ListedRequest, RequestFilter } from '../desk-requests.ts'

interface Props {
  rows: ListedRequest[]
  next: string | null
  state: RequestFilter['state']
}

const HOME = '/desk/requests'

/** Support requests; open ones in the order of their due dates. */
export function RequestsPage({ rows, next, state }: Props) {
  const t = useTranslations('desk')
  const tCalendar = useTranslations('calendar')
  const isClosed = state === 'closed'
  const mayRecord = useMay('desk.moderation')
  return (
    <>
      <PageHead title={t('requests')} lead={t(isClosed ? 'closedLead' : 'openLead')}>
        {mayRecord && (
          <a className="btn btn-ghost" href={`${HOME}/new`}>
            {t('requestPage.record')}
          </a>
        )}
        {state === 'open' && (
          <a className="btn btn-ghost" href={`${HOME}?state=overdue`}>
            {tCalendar('showOverdue')}
          </a>
        )}
        <a className="btn btn-ghost" href={state === 'open' ? `${HOME}?state=closed` : HOME}>
          {t(state === 'open' ? 'showClosed' : 'showOpen')}
        </a>
      </PageHead>
      <div className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <>
            <RequestTable rows={rows} selects={mayRecord && !isClosed} />
            {mayRecord && !isClosed && <BulkBar queue="requests" />}
          </>
        ) : (
          <Empty
            icon="message"
            title={state === 'overdue' ? tCalendar('noneOverdue') : t(isClosed ? 'noneClosed' : 'noneOpen')}
          />
        )}
        {next && (
          <p className="border-base-300 border-t p-3 text-center">
            <a className="btn btn-sm" href={`${HOME}?${new URLSearchParams({ state, from: next })}`}>
              {t('more')}
            </a>
          </p>
        )}
      </div>
    </>
  )
}

function RequestTable({ rows, selects }: { rows: ListedRequest[]; selects: boolean }) {
  const t = useTranslations('desk')
  const tCalendar = useTranslations('calendar')
  const owner = useTranslations('desk.work')('owner')
  const select = useSelectColumn<ListedRequest>((row) => row.name ?? row.sender)
  const columns: Column<ListedRequest>[] = [
    ...(selects ? [select] : []),
    { key: 'person', head: t('person'), main: true, cell: (row) => <PersonCell row={row} /> },
    { key: 'kind', head: t('requestKind'), cell: (row) => <KindCell row={row} /> },
    { key: 'words', head: t('words'), cell: (row) => <RequestWords row={row} />, wide: true },
    { key: 'due', head: tCalendar('due'), cell: (row) => <RequestDue row={row} />, wide: true },
    { key: 'since', head: t('askedAt'), cell: (row) => <Moment at={row.created_at} />, wide: true },
    { key: 'owner', head: owner, cell: (row) => row.ownerName ?? '–', wide: true },
    { key: 'state', head: t('state'), cell: (row) => <StateCell row={row} />, wide: true },
  ]
  return <Table caption={t('requests')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

const RequestDue = ({ row, showsName }: { row: ListedRequest; showsName?: boolean }) => (
  <Due at={row.closed_at ? null : row.due_at} overdue={isOverdue(row)} showsLabel={showsName} />
)

const RequestWords = ({ row }: { row: ListedRequest }) => (
  <span className="wrap-anywhere line-clamp-3">{row.words || '–'}</span>
)

const KindCell = ({ row }: { row: ListedRequest }) => (
  <a className="link" href={`${HOME}/${row.id}`}>
    {useTranslations('desk')(`request.${row.kind}`)}
  </a>
)

const StateCell = ({ row }: { row: ListedRequest }) =>
  row.state ? <AccountStateWord state={row.state} /> : '–'

function PersonCell({ row }: { row: ListedRequest }) {
  return (
    <>
      {row.accountId ? (
        <a className="link-hover wrap-anywhere font-medium" href={`/desk/accounts/${row.accountId}`}>
          {row.name}
        </a>
      ) : (
        <span className="wrap-anywhere">{row.sender}</span>
      )}
      <span className="block text-base-content/75 text-xs">{row.username}</span>
      <NarrowLine>
        <RequestDue row={row} showsName />
        <Moment at={row.created_at} />
        {row.ownerName && <span>{row.ownerName}</span>}
        <RequestWords row={row} />
      </NarrowLine>
    </>
  )
}
