import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { SearchBox } from '#views/search-box.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Day } from '#views/values/moment.tsx'
import { ACCOUNT_STATES, type AccountFilter, EXPIRIES, type ListedAccount, PLANS } from '../desk-accounts.ts'
import { AccountStateWord } from './account-state-word.tsx'

interface Props {
  rows: ListedAccount[]
  next: string | null
  filter: AccountFilter
  /** In a demo staff need no second factor, but the page explains how to set one up. */
  needsFactor: boolean
}

export function DeskAccountsPage({ rows, next, filter, needsFactor }: Props) {
  const t = useTranslations('desk')
  const { before, ...shownFilter } = filter
  return (
    <>
      <PageHead title={t('accounts')} lead={t('accountsLead')} />
      {needsFactor && (
        <p className="alert alert-info alert-soft mb-4 block text-sm">
          {t('factorAdvice')}{' '}
          <a className="link" href="/mgmt/acct-info/security">
            {t('setUpFactor')}
          </a>
        </p>
      )}
      <Filters {...filter} />
      <div id="account-list" className="rounded-box border border-base-300 bg-base-100">
        <AccountTable rows={rows} />
        {(next || before) && (
          <p className="flex justify-center gap-2 border-base-300 border-t p-3">
            {before && (
              <a className="btn btn-sm" href={addressOf(shownFilter)}>
                {t('newest')}
              </a>
            )}
            {next && (
              <a className="btn btn-sm" href={addressOf({ ...shownFilter, before: next })}>
                {t('older')}
              </a>
            )}
          </p>
        )}
      </div>
    </>
  )
}

function addressOf(filter: Record<string, string>): string {
  const setValues = Object.entries(filter).filter(([, value]) => value)
  return `/desk/accounts?${new URLSearchParams(setValues)}`
}

function Filters(filter: AccountFilter) {
  const t = useTranslations('desk')
  const menus = [
    { name: 'state', label: t('state'), options: ACCOUNT_STATES.map((one) => [one, t(`states.${one}`)]) },
    { name: 'plan', label: t('plan'), options: PLANS.map((one) => [one, t(`package.${one}`)]) },
    { name: 'expiry', label: t('planEnds'), options: EXPIRIES.map((one) => [one, t(`expiry.${one}`)]) },
  ] as const
  return (
    <FilterForm action="/desk/accounts" list="account-list">
      <SearchBox label={t('search')} value={filter.keyword} className="w-full sm:w-80" />
      {menus.map(({ name, label, options }) => (
        <label key={name} className="text-sm max-sm:w-full">
          <span className="block">{label}</span>
          <select name={name} defaultValue={filter[name]} className="select w-full sm:w-44">
            <option value="">{t('any')}</option>
            {options.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      ))}
    </FilterForm>
  )
}

function AccountTable({ rows }: { rows: ListedAccount[] }) {
  const t = useTranslations('desk')
  if (!rows.length)
    return (
      <Empty icon="search" title={t('nothingFound')}>
        <a className="link" href="/desk/accounts">
          {t('showAll')}
        </a>
      </Empty>
    )
  const columns: Column<ListedAccount>[] = [
    { key: 'name', head: t('person'), cell: (row) => <PersonCell row={row} />, main: true },
    { key: 'reach', head: t('reach'), cell: (row) => row.email ?? row.mobile, wide: true },
    { key: 'team', head: t('team'), cell: (row) => row.teamName, wide: true },
    { key: 'plan', head: t('plan'), cell: (row) => t(`package.${row.package}`), wide: true },
    {
      key: 'ends',
      head: t('planEnds'),
      cell: (row) => row.package_ends_at && <Day at={row.package_ends_at} />,
      wide: true,
      short: true,
    },
    { key: 'since', head: t('since'), cell: (row) => <Day at={row.created_at} />, wide: true, short: true },
    { key: 'state', head: t('state'), cell: (row) => <AccountStateWord state={row.state} /> },
  ]
  return <Table caption={t('accounts')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

function PersonCell({ row }: { row: ListedAccount }) {
  const t = useTranslations('desk')
  return (
    <>
      <a className="link-hover wrap-anywhere font-medium" href={`/desk/accounts/${row.id}`}>
        {row.name}
      </a>
      <span className="block text-base-content/75 text-xs">
        {row.username} · {t(`role.${row.role}`)}
      </span>
      <NarrowLine>
        <span className="wrap-anywhere">{row.email ?? row.mobile}</span>
        <span>{row.teamName}</span>
      </NarrowLine>
    </>
  )
}
