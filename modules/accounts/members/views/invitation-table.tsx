import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Day } from '#views/values/moment.tsx'
import { type InvitationStatus, type ListedInvitation, statusOf } from '../invitation.ts'

const TONE: Record<InvitationStatus, Tone> = {
  sent: 'info',
  accepted: 'success',
  invalid: 'plain',
  expired: 'warning',
}

interface Props {
  rows: ListedInvitation[]
  mayInvite: boolean
}

export function InvitationTable({ rows, mayInvite }: Props) {
  const t = useTranslations('acctInfo')
  if (!rows.length) return <p className="py-2 text-base-content/75">{t('noInvitations')}</p>
  const columns: Column<ListedInvitation>[] = [
    { key: 'email', head: t('email'), cell: (row) => <InvitedCell row={row} />, main: true },
    { key: 'status', head: t('status'), cell: (row) => <Status row={row} />, wide: true },
    {
      key: 'until',
      head: t('validUntil'),
      cell: (row) => <Day at={row.expires_at} />,
      wide: true,
      short: true,
    },
    { key: 'actions', head: t('actions'), cell: (row) => <Actions row={row} mayInvite={mayInvite} /> },
  ]
  return <Table caption={t('invitations')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

function InvitedCell({ row }: { row: ListedInvitation }) {
  return (
    <>
      <span className="wrap-anywhere">{row.email}</span>
      <NarrowLine>
        <Status row={row} />
        <Day at={row.expires_at} />
      </NarrowLine>
    </>
  )
}

function Status({ row }: { row: ListedInvitation }) {
  const t = useTranslations()
  const status = statusOf(row)
  return (
    <>
      <StateWord tone={TONE[status]}>{t(`acctInfo.invitationStatus.${status}`)}</StateWord>
      {row.problem && status !== 'accepted' && (
        <span className="block text-base-content/75 text-xs">{t(`common.error.${row.problem}`)}</span>
      )}
    </>
  )
}

function Actions({ row, mayInvite }: { row: ListedInvitation; mayInvite: boolean }) {
  const t = useTranslations('acctInfo')
  const status = statusOf(row)
  if (status === 'accepted' || status === 'invalid') return null
  const path = `/mgmt/acct-info/invitations/${row.id}`
  return (
    <span className="flex flex-wrap gap-2">
      {mayInvite && (
        <form method="post" action={`${path}/mail`}>
          <button type="submit" className="btn btn-outline btn-sm">
            {t('resend')}
          </button>
        </form>
      )}
      <form method="post" action={`${path}/withdrawal`}>
        <button type="submit" className="btn btn-ghost btn-sm">
          {t('withdraw')}
        </button>
      </form>
    </span>
  )
}
