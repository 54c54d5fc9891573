import type { HeldUpSigning, SigningFaultPart } from '#modules/signing/index.ts'
import type { countDeadLetters, DeadLetter } from '#src/jobs/dead-letters.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead, StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { JobSubject } from './job-subjects.ts'

interface Props {
  rows: DeadLetter[]
  next: string | null
  /** The only queue shown; '' for all. */
  queue: string
  counts: Awaited<ReturnType<typeof countDeadLetters>>
  subjects: Map<string, JobSubject>
  /** The number of jobs that were just retried. */
  retryCount: number | undefined
  faultyParts: SigningFaultPart[]
  waitingSignings: HeldUpSigning[]
  /** Whether a signing has just been ended. */
  isSigningEnded: boolean
}

const HOME = '/desk/jobs'

/** Jobs that failed for good, or that have been failing for a quarter of an hour. */
export function DeskJobsPage({
  rows,
  next,
  queue,
  counts,
  subjects,
  retryCount,
  faultyParts,
  ...signings
}: Props) {
  const t = useTranslations('jobs')
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      {retryCount !== undefined && (
        <p role="status" className="mb-3 border-success border-l-2 pl-3">
          {retryCount ? t('again', { count: retryCount }) : t('againNone')}
        </p>
      )}
      {faultyParts.map((part) => (
        <p key={part} role="status" className="mb-3 border-error border-l-2 pl-3">
          {t(`part.${part}`)}
        </p>
      ))}
      <WaitingSignings {...signings} />
      <Queues counts={counts} queue={queue} />
      <div className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <Jobs rows={rows} subjects={subjects} />
        ) : (
          <Empty icon="check" title={t('none')}>
            {t('noneText')}
          </Empty>
        )}
        {next && (
          <p className="border-base-300 border-t p-3 text-center">
            <a className="btn btn-sm" href={`${HOME}?${new URLSearchParams({ queue, from: next })}`}>
              {t('more')}
            </a>
          </p>
        )}
      </div>
    </>
  )
}

/** Signings that wait for our staff, each with the possible actions. */
function WaitingSignings({
  waitingSignings,
  isSigningEnded,
}: Pick<Props, 'waitingSignings' | 'isSigningEnded'>) {
  const t = useTranslations('jobs.heldUp')
  const columns: Column<HeldUpSigning>[] = [
    {
      key: 'document',
      head: t('document'),
      main: true,
      cell: (row) => (
        <a className="link" href={`/desk/accounts/${row.starter_id}`}>
          {row.document_number} · {row.starter_team}
        </a>
      ),
    },
    {
      key: 'cause',
      head: t('cause'),
      cell: (row) => <span className="wrap-anywhere text-sm">{row.cause ?? t('damaged')}</span>,
    },
    {
      key: 'since',
      head: t('since'),
      cell: (row) => (row.since ? <Moment at={row.since} /> : '–'),
      wide: true,
    },
    {
      key: 'notified',
      head: t('notified'),
      cell: (row) => (row.held_up_told_at ? <Moment at={row.held_up_told_at} /> : t('notYet')),
      wide: true,
    },
    {
      key: 'end',
      head: <span className="sr-only">{t('end')}</span>,
      cell: (row) => (
        <ActionLink
          href={`/desk/signings/${row.id}/end`}
          className="btn btn-outline btn-sm whitespace-nowrap"
        >
          {t('end')}
        </ActionLink>
      ),
      end: true,
    },
  ]
  return (
    <>
      {isSigningEnded && (
        <p role="status" className="mb-3 border-success border-l-2 pl-3">
          {t('ended')}
        </p>
      )}
      {waitingSignings.length > 0 && (
        <section className="mb-6">
          <h2 className="mb-2 font-serif text-lg">{t('title', { count: waitingSignings.length })}</h2>
          <div className="rounded-box border border-base-300 bg-base-100">
            <Table caption={t('caption')} columns={columns} rows={waitingSignings} rowKey={(row) => row.id} />
          </div>
          <ActionPlace />
        </section>
      )}
    </>
  )
}

function Queues({ counts, queue }: Pick<Props, 'counts' | 'queue'>) {
  const t = useTranslations('jobs')
  if (!counts.length) return null
  return (
    <ul aria-label={t('queues')} className="mb-4 flex flex-col gap-2">
      {counts.map((one) => (
        <li key={one.queue} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <a
            href={`${HOME}?queue=${one.queue}`}
            aria-current={one.queue === queue ? 'true' : undefined}
            className="link font-mono text-sm"
          >
            {one.queue}
          </a>
          <span className="text-sm">{t('counts', { failed: one.failed, stuck: one.stuck })}</span>
          <form method="post" action={`${HOME}/retry`}>
            <input type="hidden" name="queue" value={one.queue} />
            <button type="submit" className="btn btn-outline btn-sm">
              {t('retryAll')}
              <span className="sr-only"> {one.queue}</span>
            </button>
          </form>
        </li>
      ))}
      {queue && (
        <li>
          <a className="link text-sm" href={HOME}>
            {t('allQueues')}
          </a>
        </li>
      )}
    </ul>
  )
}

function Jobs({ rows, subjects }: Pick<Props, 'rows' | 'subjects'>) {
  const t = useTranslations('jobs')
  const columns: Column<DeadLetter>[] = [
    { key: 'job', head: t('job'), main: true, cell: (row) => <JobCell row={row} subjects={subjects} /> },
    {
      key: 'reason',
      head: t('reason'),
      cell: (row) => <span className="wrap-anywhere text-sm">{row.reason || '–'}</span>,
      wide: true,
    },
    { key: 'since', head: t('since'), cell: (row) => <Moment at={row.since} />, wide: true },
    { key: 'tries', head: t('tries'), cell: (row) => row.tries, wide: true },
    { key: 'state', head: t('state'), cell: (row) => <State row={row} /> },
    {
      key: 'retry',
      head: <span className="sr-only">{t('retry')}</span>,
      cell: (row) => <Retry row={row} isEmptied={subjects.get(row.id)?.isEmptied} />,
      end: true,
    },
  ]
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

function JobCell({ row, subjects }: { row: DeadLetter; subjects: Props['subjects'] }) {
  const t = useTranslations('jobs')
  const subject = subjects.get(row.id)
  return (
    <>
      <span className="font-mono text-sm">{row.queue}</span>
      {subject?.words && (
        <span className="wrap-anywhere block text-sm">
          {subject.href ? (
            <a className="link" href={subject.href}>
              {subject.words}
            </a>
          ) : (
            subject.words
          )}
        </span>
      )}
      {subject?.isEmptied && (
        <span className="block max-w-prose text-base-content/75 text-sm">{t('emptied')}</span>
      )}
      <NarrowLine>
        <Moment at={row.since} />
        <span>{t('triesIn', { count: row.tries })}</span>
        <span className="wrap-anywhere">{row.reason}</span>
      </NarrowLine>
    </>
  )
}

function State({ row }: { row: DeadLetter }) {
  const t = useTranslations('jobs')
  return <StateWord tone={row.failed ? 'error' : 'warning'}>{t(row.failed ? 'failed' : 'stuck')}</StateWord>
}

/** A mail whose text was deleted cannot be retried, only removed from the list. */
function Retry({ row, isEmptied }: { row: DeadLetter; isEmptied: boolean | undefined }) {
  const t = useTranslations('jobs')
  return (
    <form method="post" action={`${HOME}/${row.id}/retry`}>
      <button type="submit" className="btn btn-sm whitespace-nowrap">
        {t(isEmptied ? 'takeOff' : 'retry')}
      </button>
    </form>
  )
}
