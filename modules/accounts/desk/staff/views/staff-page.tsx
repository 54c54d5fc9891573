import type { Viewer } from '#src/core/viewer.ts'
import type { FormState } from '#src/http/body.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { FormProblem, ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel, StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import { AccountStateWord } from '../../views/account-state-word.tsx'
import type { StaffMember } from '../staff.ts'
import type { ListedStaffInvitation } from '../staff-invitation.ts'
import { isSuspended } from '../suspension.ts'
import { useRoleNames } from './role-names.ts'
import { RoleFields } from './staff-forms.tsx'

const DONE = ['invited', 'withdrawn', 'changed', 'removed', 'suspended', 'lifted'] as const

interface Props extends FormState {
  viewer: Viewer
  staff: StaffMember[]
  invitations: ListedStaffInvitation[]
  /** The completed action, from the address. */
  done?: string
}

export function StaffPage({ viewer, staff, invitations, done, ...formState }: Props) {
  const t = useTranslations('desk.staff')
  const doneAction = DONE.find((one) => one === done)
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      {doneAction && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${doneAction}`)}
        </p>
      )}
      <div className="grid gap-4">
        <Panel title={t('people')}>
          <StaffTable rows={staff} viewer={viewer} />
        </Panel>
        {invitations.length > 0 && (
          <Panel title={t('invitations')}>
            <InvitationTable rows={invitations} />
          </Panel>
        )}
        <Panel title={t('inviteTitle')}>
          <InviteForm {...formState} />
        </Panel>
      </div>
      <ActionPlace />
    </>
  )
}

function StaffTable({ rows, viewer }: { rows: StaffMember[]; viewer: Viewer }) {
  const t = useTranslations('desk.staff')
  const roleNames = useRoleNames()
  const columns: Column<StaffMember>[] = [
    {
      key: 'name',
      head: t('name'),
      main: true,
      cell: (row) => (
        <>
          <span className="wrap-anywhere font-medium">{row.name}</span> {row.id === viewer.id && t('you')}{' '}
          {isSuspended(row.state) && <StateWord tone="warning">{t('suspended')}</StateWord>}
          {row.state === 'disabled' && <AccountStateWord state={row.state} />}
          <span className="wrap-anywhere block text-base-content/75 text-xs">
            {row.username} · {row.email}
          </span>
          <NarrowLine>{roleNames(row.staff_roles)}</NarrowLine>
        </>
      ),
    },
    { key: 'roles', head: t('rolesTitle'), cell: (row) => roleNames(row.staff_roles), wide: true },
    {
      key: 'lastLogin',
      head: t('lastLogin'),
      cell: (row) => (row.lastLogin ? <Moment at={row.lastLogin} /> : '–'),
      wide: true,
    },
    {
      key: 'actions',
      head: t('actions'),
      cell: (row) => (
        <ActionLink href={`/desk/staff/${row.id}`} label={t('editPerson', { name: row.name })}>
          {t('edit')}
        </ActionLink>
      ),
    },
  ]
  return <Table caption={t('people')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

function InvitationTable({ rows }: { rows: ListedStaffInvitation[] }) {
  const t = useTranslations('desk.staff')
  const roleNames = useRoleNames()
  const columns: Column<ListedStaffInvitation>[] = [
    {
      key: 'name',
      head: t('name'),
      main: true,
      cell: (row) => (
        <>
          <span className="wrap-anywhere font-medium">{row.name}</span>
          <span className="wrap-anywhere block text-base-content/75 text-xs">{row.email}</span>
        </>
      ),
    },
    { key: 'roles', head: t('rolesTitle'), cell: (row) => roleNames(row.roles), wide: true },
    { key: 'expires', head: t('expires'), cell: (row) => <Moment at={row.expires_at} /> },
    {
      key: 'actions',
      head: t('actions'),
      cell: (row) => (
        <form method="post" action={`/desk/staff/invitations/${row.id}/withdrawal`}>
          <button type="submit" className="btn btn-sm" aria-label={t('withdrawOf', { name: row.name })}>
            {t('withdraw')}
          </button>
        </form>
      ),
    },
  ]
  return <Table caption={t('invitations')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

function InviteForm({ values, problems, details = {} }: FormState) {
  const t = useTranslations('desk.staff')
  const formState = { values, problems, required: true, autoComplete: 'off' }
  return (
    <form method="post" action="/desk/staff/invitations" noValidate className="max-w-md">
      <ProblemDetails value={details}>
        <FormProblem problem={problems?.form} values={details} />
        <TextField name="name" label={t('name')} maxLength={60} {...formState} />
        <TextField name="email" label={t('email')} hint={t('emailHint')} inputMode="email" {...formState} />
        <RoleFields values={values} problems={problems} />
      </ProblemDetails>
      <button type="submit" className="btn btn-primary mt-2">
        {t('invite')}
      </button>
    </form>
  )
}
