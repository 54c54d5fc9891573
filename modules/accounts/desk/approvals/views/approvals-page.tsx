import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead, StateWord, type Tone } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { ListedApproval } from '../approval.ts'

interface Props {
  rows: ListedApproval[]
  next: string | null
  isDecided: boolean
}

const HOME = '/desk/approvals'

const TONES: Record<ListedApproval['state'], Tone> = {
  open: 'warning',
  approved: 'success',
  refused: 'error',
  withdrawn: 'plain',
}

export function ApprovalState({ state }: { state: ListedApproval['state'] }) {
  const t = useTranslations('desk.approval')
  return <StateWord tone={TONES[state]}>{t(`state.${state}`)}</StateWord>
}

/** The requests that wait for a second member of staff, or those that were decided. */
export function ApprovalsPage({ rows, next, isDecided }: Props) {
  const t = useTranslations('desk.approval')
  const moreLabel = useTranslations('desk')('more')
  return (
    <>
      <PageHead title={t('title')} lead={t(isDecided ? 'decidedLead' : 'openLead')}>
        <a className="btn btn-ghost" href={isDecided ? HOME : `${HOME}?state=decided`}>
          {t(isDecided ? 'showOpen' : 'showDecided')}
        </a>
      </PageHead>
      <div className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <ApprovalTable rows={rows} />
        ) : (
          <Empty icon="check" title={t(isDecided ? 'noneDecided' : 'noneOpen')} />
        )}
        {next && (
          <p className="border-base-300 border-t p-3 text-center">
            <a
              className="btn btn-sm"
              href={`${HOME}?${new URLSearchParams({ ...(isDecided && { state: 'decided' }), from: next })}`}
            >
              {moreLabel}
            </a>
          </p>
        )}
      </div>
    </>
  )
}

function ApprovalTable({ rows }: { rows: ListedApproval[] }) {
  const t = useTranslations('desk.approval')
  const columns: Column<ListedApproval>[] = [
    { key: 'kind', head: t('what'), main: true, cell: (row) => <KindCell row={row} /> },
    { key: 'requester', head: t('requester'), cell: (row) => row.requesterName, wide: true },
    { key: 'reason', head: t('reason'), cell: (row) => <Reason row={row} />, wide: true },
    { key: 'at', head: t('requestedAt'), cell: (row) => <Moment at={row.requested_at} />, wide: true },
    { key: 'state', head: t('stateLabel'), cell: ({ state }) => <ApprovalState state={state} /> },
  ]
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

const Reason = ({ row }: { row: ListedApproval }) => (
  <span className="wrap-anywhere line-clamp-3">{row.reason}</span>
)

function KindCell({ row }: { row: ListedApproval }) {
  const t = useTranslations('desk.approval')
  return (
    <>
      <a className="link wrap-anywhere font-medium" href={`${HOME}/${row.id}`}>
        {t(`kind.${row.kind}`)}
      </a>
      {row.accountName && <span className="block text-base-content/75 text-xs">{row.accountName}</span>}
      <NarrowLine>
        <span>{row.requesterName}</span>
        <Moment at={row.requested_at} />
        <Reason row={row} />
      </NarrowLine>
    </>
  )
}
