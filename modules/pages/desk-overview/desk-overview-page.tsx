import { ageOf } from '#src/calendar/age.ts'
import { QUEUES, type Queue } from '#src/calendar/queue.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Inbox, WaitingEntries } from '#src/live/inbox.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead, StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'

interface Props {
  /** The queues that this member of staff may open. */
  queues: Queue[]
  inbox: Partial<Inbox>
  /** Number of entries that this member of staff handles in each queue. */
  ownCounts: Partial<Record<Queue, number>>
  mayOperate: boolean
  locale: Locale
}

interface Row extends WaitingEntries {
  queue: Queue
  ownCount: number | undefined
}

const NONE_WAITING: WaitingEntries = { waiting: 0, overdue: 0, since: null }

export function DeskOverviewPage({ queues, inbox, ownCounts, mayOperate, locale }: Props) {
  const t = useTranslations('desk.overview')
  const rows = queues.map((queue) => ({
    ...(inbox.queues?.[queue] ?? NONE_WAITING),
    queue,
    ownCount: ownCounts[queue],
  }))
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      {mayOperate && <Troubles inbox={inbox} />}
      <div className="rounded-box border border-base-300 bg-base-100">
        <QueueTable rows={rows} locale={locale} />
      </div>
    </>
  )
}

/** Damaged files and stuck jobs are not queues, but are shown first. */
function Troubles({ inbox }: Pick<Props, 'inbox'>) {
  const t = useTranslations('common.menu')
  const { hasDamagedFiles, stuckJobs } = inbox
  if (!hasDamagedFiles && !stuckJobs) return null
  return (
    <ul className="mb-4 space-y-2">
      {hasDamagedFiles && (
        <li className="alert alert-error alert-soft text-sm">
          <a className="link" href="/desk/files">
            {t('hasDamagedFiles')}
          </a>
        </li>
      )}
      {stuckJobs ? (
        <li className="alert alert-warning alert-soft text-sm">
          <a className="link" href="/desk/jobs">
            {t('stuckJobs', { count: stuckJobs })}
          </a>
        </li>
      ) : null}
    </ul>
  )
}

function QueueTable({ rows, locale }: { rows: Row[]; locale: Locale }) {
  const t = useTranslations('desk.overview')
  const columns: Column<Row>[] = [
    { key: 'queue', head: t('queue'), main: true, cell: (row) => <QueueCell row={row} locale={locale} /> },
    { key: 'waiting', head: t('waiting'), cell: (row) => <Waiting row={row} /> },
    { key: 'overdue', head: t('overdue'), cell: (row) => <Late row={row} />, wide: true },
    {
      key: 'since',
      head: t('oldest'),
      cell: ({ since }) => (since ? ageOf(new Date(since), locale) : '–'),
      wide: true,
    },
    { key: 'own', head: t('own'), cell: (row) => row.ownCount ?? '–', wide: true },
  ]
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ queue }) => queue} />
}

const Waiting = ({ row: { waiting } }: { row: Row }) => (
  <span className={`tabular-nums ${waiting ? 'font-semibold text-lg' : 'text-base-content/60'}`}>
    {waiting}
  </span>
)

const Late = ({ row: { overdue } }: { row: Row }) =>
  overdue ? <StateWord tone="error">{overdue}</StateWord> : '–'

function QueueCell({ row, locale }: { row: Row; locale: Locale }) {
  const t = useTranslations('desk.overview')
  return (
    <>
      <a className="link font-medium" href={QUEUES[row.queue].path}>
        {t(`queues.${row.queue}`)}
      </a>
      {row.waiting > 0 && (
        <NarrowLine>
          {row.since && <span>{ageOf(new Date(row.since), locale)}</span>}
          {row.overdue > 0 && (
            <span className="text-error">
              {t('overdue')}: {row.overdue}
            </span>
          )}
        </NarrowLine>
      )}
    </>
  )
}
