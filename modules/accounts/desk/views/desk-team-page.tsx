import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { ListedAccount } from '../desk-accounts.ts'
import type { TeamPerson } from '../desk-team.ts'
import { AccountStateWord } from './account-state-word.tsx'

interface Props {
  account: ListedAccount
  people: TeamPerson[]
  next: string | null
  hasPrevious: boolean
}

/** The members of an account's team, with the way in which each logs in and their failed logins. */
export function DeskTeamPage({ account, people, next, hasPrevious }: Props) {
  const t = useTranslations('desk')
  return (
    <>
      <PageHead title={t('teamTitle')} lead={account.teamName}>
        <a className="btn btn-ghost" href={`/desk/accounts/${account.id}`}>
          {account.name}
        </a>
      </PageHead>
      <div className="grid gap-4">
        <Panel title={t('people')}>
          <People people={people} />
          {(next || hasPrevious) && (
            <p className="mt-3 flex justify-center gap-2">
              {hasPrevious && (
                <a className="btn btn-sm" href="?">
                  {t('first')}
                </a>
              )}
              {next && (
                <a className="btn btn-sm" href={`?after=${next}`}>
                  {t('more')}
                </a>
              )}
            </p>
          )}
        </Panel>
        <Panel title={t('failures')}>
          <Failures people={people} />
        </Panel>
      </div>
    </>
  )
}

function People({ people }: { people: TeamPerson[] }) {
  const t = useTranslations('desk')
  const columns: Column<TeamPerson>[] = [
    { key: 'person', head: t('person'), cell: (row) => <PersonCell row={row} />, main: true },
    { key: 'role', head: t('role.label'), cell: (row) => t(`role.${row.role}`), wide: true },
    { key: 'last', head: t('lastLogin'), cell: (row) => <LastLogin row={row} />, wide: true },
    { key: 'login', head: t('gettingIn'), cell: (row) => <LoginRestriction row={row} />, wide: true },
    { key: 'state', head: t('state'), cell: (row) => <AccountStateWord state={row.state} /> },
  ]
  return <Table caption={t('people')} columns={columns} rows={people} rowKey={(row) => row.id} />
}

function PersonCell({ row }: { row: TeamPerson }) {
  const t = useTranslations('desk')
  return (
    <>
      <a className="link-hover wrap-anywhere font-medium" href={`/desk/accounts/${row.id}`}>
        {row.name}
      </a>
      <span className="block text-base-content/75 text-xs">{row.username}</span>
      <NarrowLine>
        <span>{t(`role.${row.role}`)}</span>
        <LastLogin row={row} />
        <LoginRestriction row={row} />
      </NarrowLine>
    </>
  )
}

function LastLogin({ row: { lastLogin } }: { row: TeamPerson }) {
  const t = useTranslations('desk')
  return lastLogin ? <Moment at={lastLogin} /> : <span>{t('notLately')}</span>
}

function LoginRestriction({ row: { restriction } }: { row: TeamPerson }) {
  const t = useTranslations('desk')
  const { captcha, newDevices, knownDevices } = restriction
  if (!captcha && !newDevices && !knownDevices) return <span>{t('entry.free')}</span>
  return (
    <>
      {captcha && !newDevices && <span className="block">{t('entry.captcha')}</span>}
      {newDevices && <LockedUntil words={t('entry.newDevices')} until={newDevices} />}
      {knownDevices && <LockedUntil words={t('entry.knownDevices')} until={knownDevices} />}
    </>
  )
}

const LockedUntil = ({ words, until }: { words: string; until: Date }) => (
  <span className="block">
    {words} <Moment at={until} />
  </span>
)

const MAX_FAILURES = 50

function Failures({ people }: { people: TeamPerson[] }) {
  const t = useTranslations('desk')
  const rows = people
    .flatMap(({ name, failures }) => failures.map((failure) => ({ ...failure, name })))
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .slice(0, MAX_FAILURES)
  if (!rows.length) return <p className="text-base-content/75">{t('noFailures')}</p>
  return (
    <ul className="divide-y divide-base-300">
      {rows.map(({ id, name, created_at, address, known_device }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
          <span className="wrap-anywhere">{name}</span>
          <span className="text-base-content/75 text-sm">
            <Moment at={created_at} /> · {address ?? '–'} · {t(known_device ? 'knownDevice' : 'newDevice')}
          </span>
        </li>
      ))}
    </ul>
  )
}
