import { SupportLevel } from '#modules/orders/index.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import { languageTag } from '#src/core/i18n.ts'
import { BulkBar, useSelectColumn } from '#views/desk/bulk.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead, StateWord, type Tone } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { listConversations } from '../desk-chat.ts'
import type { ConversationState } from '../schema.ts'

type ListedConversation = Awaited<ReturnType<typeof listConversations>>[number]

const HOME = '/desk/chat'
const TONES: Record<ConversationState, Tone> = { waiting: 'warning', answered: 'success', closed: 'plain' }

interface Props {
  rows: ListedConversation[]
  /** Whether only conversations are shown whose due date has passed. */
  onlyOverdue: boolean
}

/** All conversations, those that wait for an answer first. */
export function DeskChatPage({ rows, onlyOverdue }: Props) {
  const t = useTranslations('chat.desk')
  const tCalendar = useTranslations('calendar')
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <a className="btn btn-ghost" href="/desk/hours">
          {t('hours')}
        </a>
        <a className="btn btn-ghost" href={onlyOverdue ? HOME : `${HOME}?state=overdue`}>
          {tCalendar(onlyOverdue ? 'showAll' : 'showOverdue')}
        </a>
      </PageHead>
      <Queue rows={rows} onlyOverdue={onlyOverdue} />
    </>
  )
}

/** The list of conversations, which is refreshed while the page is open. */
export function Queue({ rows, onlyOverdue }: Props) {
  const t = useTranslations('chat.desk')
  const tCalendar = useTranslations('calendar')
  const columns: Column<ListedConversation>[] = [
    useSelectColumn<ListedConversation>((row) => row.customerName),
    { key: 'customer', head: t('customer'), main: true, cell: (row) => <Customer row={row} /> },
    {
      key: 'since',
      head: t('since'),
      cell: (row) => <Moment at={row.waiting_since ?? row.updated_at} />,
      wide: true,
    },
    { key: 'due', head: tCalendar('due'), cell: (row) => <ChatDue row={row} />, wide: true },
    { key: 'owner', head: t('owner'), cell: (row) => row.ownerName ?? '–', wide: true },
    {
      key: 'state',
      head: t('stateLabel'),
      cell: (row) => <StateWord tone={TONES[row.state]}>{t(`state.${row.state}`)}</StateWord>,
    },
  ]
  return (
    <div
      id="queue"
      data-live=""
      hx-get={onlyOverdue ? `${HOME}?state=overdue` : HOME}
      hx-trigger="live-chat from:document"
      hx-swap="outerMorph"
      className="rounded-box border border-base-300 bg-base-100"
    >
      {rows.length ? (
        <>
          <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
          <BulkBar queue="chat" close={t('bulkClose')} />
        </>
      ) : (
        <Empty icon="message" title={onlyOverdue ? tCalendar('noneOverdue') : t('none')}>
          {!onlyOverdue && t('noneText')}
        </Empty>
      )}
    </div>
  )
}

const ChatDue = ({ row, showsName }: { row: ListedConversation; showsName?: boolean }) => (
  <Due at={row.due_at} overdue={isOverdue(row)} showsLabel={showsName} />
)

function Customer({ row }: { row: ListedConversation }) {
  const t = useTranslations('chat.desk')
  return (
    <>
      <a
        className="link-hover font-medium"
        href={`${HOME}/${row.id}`}
        lang={row.account_id ? undefined : languageTag(row.locale)}
      >
        {row.customerName}
      </a>
      <span className="block text-base-content/75 text-xs">{row.teamName ?? t('visitor')}</span>
      <SupportLevel queue="chat" {...row} />
      <NarrowLine>
        {row.due_at && <ChatDue row={row} showsName />}
        <Moment at={row.waiting_since ?? row.updated_at} />
        {row.ownerName && <span>{row.ownerName}</span>}
      </NarrowLine>
    </>
  )
}
