import type { Viewer } from '#src/core/viewer.ts'
import type { Problems } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { CheckField, FormProblem, ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, Panel, StateWord, Tag } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { AccountStateWord } from '../../desk/views/account-state-word.tsx'
import type { ListedInvitation } from '../invitation.ts'
import type { listMembers, Member } from '../members.ts'
import { InvitationTable } from './invitation-table.tsx'

interface Props {
  viewer: Viewer
  members: Awaited<ReturnType<typeof listMembers>>
  invitations: { rows: ListedInvitation[]; next: string | null }
  done?: string
  values?: Record<string, string>
  problems?: Problems
  /** Values for the placeholders in a problem's message. */
  details?: Record<string, string | number>
}

export function MembersPage(props: Props) {
  const t = useTranslations('acctInfo')
  const { viewer, members, invitations, done, problems, details = {} } = props
  const { seats, people, waiting } = members
  const isRequired = members.factorRequiredAt !== null
  const mayInvite = viewer.permissions.includes('member.invite')
  return (
    <>
      <AcctTabs current="members" done={done} />
      <FormProblem problem={problems?.form} values={details} />
      <div className="grid gap-4">
        <Panel title={t('members')}>
          <p className="mb-2 text-base-content/75 text-sm">{t('seatsUsed', { people, seats, waiting })}</p>
          <MemberTable rows={members.rows} mayInvite={mayInvite} isRequired={isRequired} />
          {members.next && <NextPageLink href={`?after=${members.next}`} />}
        </Panel>
        <Panel title={t('inviteTitle')}>
          <ProblemDetails value={details}>
            {mayInvite ? <InviteForm {...props} /> : <p>{t('inviteNeedsPlan')}</p>}
          </ProblemDetails>
          {!mayInvite && <FormProblem problem={problems?.email} />}
        </Panel>
        <Panel title={t('teamFactors.title')}>
          <FactorRuleForm isRequired={isRequired} />
        </Panel>
        <Panel title={t('invitations')}>
          <InvitationTable rows={invitations.rows} mayInvite={mayInvite} />
          {invitations.next && <NextPageLink href={`?sentBefore=${invitations.next}`} />}
        </Panel>
      </div>
      <ActionPlace />
    </>
  )
}

/** The form that sets whether the whole team must have a second factor. */
function FactorRuleForm({ isRequired }: { isRequired: boolean }) {
  const t = useTranslations('acctInfo')
  return (
    <form method="post" action="/mgmt/acct-info/team-factors" className="max-w-prose">
      <p className="mb-2 text-base-content/75 text-sm">{t('teamFactors.lead')}</p>
      <CheckField name="required" values={{ required: isRequired ? 'yes' : '' }}>
        {t('teamFactors.require')}
      </CheckField>
      <button type="submit" className="btn btn-outline mt-2">
        {t('save')}
      </button>
    </form>
  )
}

function NextPageLink({ href }: { href: string }) {
  const t = useTranslations('acctInfo')
  return (
    <p className="mt-3 text-center">
      <a className="btn btn-sm" href={href}>
        {t('further')}
      </a>
    </p>
  )
}

function InviteForm({ values, problems }: Props) {
  const t = useTranslations('acctInfo')
  return (
    <form method="post" action="/mgmt/acct-info/invitations" noValidate className="max-w-md">
      <TextField
        name="email"
        label={t('inviteEmail')}
        hint={t('inviteHint')}
        required
        inputMode="email"
        autoComplete="off"
        values={values}
        problems={problems}
      />
      <button type="submit" className="btn btn-primary mt-2">
        {t('sendInvitation')}
      </button>
    </form>
  )
}

interface TableProps {
  rows: Member[]
  mayInvite: boolean
  /** Whether every member must have a second factor. */
  isRequired: boolean
}

function MemberTable({ rows, mayInvite, isRequired }: TableProps) {
  const t = useTranslations('acctInfo')
  if (!rows.length)
    return (
      <Empty icon="contact" title={t('noMembers')}>
        {mayInvite && t('noMembersTeach')}
      </Empty>
    )
  const columns: Column<Member>[] = [
    {
      key: 'name',
      head: t('name'),
      cell: (row) => <MemberCell row={row} isRequired={isRequired} />,
      main: true,
    },
    { key: 'department', head: t('department'), cell: (row) => row.department, wide: true },
    { key: 'may', head: t('mayDo'), cell: (row) => <MemberGrants row={row} />, wide: true },
    {
      key: 'actions',
      head: t('actions'),
      cell: (row) => (
        <ActionLink href={`/mgmt/acct-info/members/${row.id}`} label={t('editMember', { name: row.name })}>
          {t('edit')}
        </ActionLink>
      ),
    },
  ]
  return <Table caption={t('members')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

function MemberCell({ row, isRequired }: { row: Member; isRequired: boolean }) {
  const t = useTranslations('acctInfo')
  return (
    <>
      <span className="wrap-anywhere font-medium">{row.name}</span>{' '}
      {row.state !== 'active' && <AccountStateWord state={row.state} />}
      {row.hasFactor && <Tag>{t('teamFactors.has')}</Tag>}
      {isRequired && !row.hasFactor && <StateWord tone="warning">{t('teamFactors.lacks')}</StateWord>}
      <span className="wrap-anywhere block text-base-content/75 text-xs">{row.email ?? row.mobile}</span>
      <NarrowLine>
        <MemberGrants row={row} />
      </NarrowLine>
    </>
  )
}

function MemberGrants({ row }: { row: Member }) {
  const t = useTranslations('acctInfo')
  if (!row.grants.length) return <>{t('mayRead')}</>
  return <>{row.grants.map((permission) => t(`permission.${permission}`)).join(t('listSeparator'))}</>
}
