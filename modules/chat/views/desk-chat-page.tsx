import { languageTag } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead, StateWord, type Tone } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { listConversations } from '../desk-chat.ts'
import type { ConversationState } from '../schema.ts'

type ListedConversation = Awaited<ReturnType<typeof listConversations>>[number]

const HOME = '/desk/chat'
const TONES: Record<ConversationState, Tone> = { waiting: 'warning', answered: 'success', closed: 'plain' }

/** All conversations, waiting ones first. */
export function DeskChatPage({ rows }: { rows: ListedConversation[] }) {
  const t = useTranslations('chat.desk')
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Queue rows={rows} />
    </>
  )
}

/** Updates itself while the page is open. */
export function Queue({ rows }: { rows: ListedConversation[] }) {
  const t = useTranslations('chat.desk')
  const columns: Column<ListedConversation>[] = [
    { key: 'customer', head: t('customer'), main: true, cell: (row) => <Customer row={row} /> },
    {
      key: 'since',
      head: t('since'),
      cell: (row) => <Moment at={row.waiting_since ?? row.updated_at} />,
      wide: true,
    },
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
      hx-get={HOME}
      hx-trigger="live-chat from:document"
      hx-swap="outerMorph"
      className="rounded-box border border-base-300 bg-base-100"
    >
      {rows.length ? (
        <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
      ) : (
        <Empty icon="message" title={t('none')}>
          {t('noneText')}
        </Empty>
      )}
    </div>
  )
}

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
      <NarrowLine>
        <Moment at={row.waiting_since ?? row.updated_at} />
        {row.ownerName && <span>{row.ownerName}</span>}
      </NarrowLine>
    </>
  )
}
