import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { SearchBox } from '#views/search-box.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Day } from '../../views/day.tsx'
import type { ListedAccount } from '../desk-accounts.ts'
import { AccountStateWord } from './account-state-word.tsx'

interface Props {
  rows: ListedAccount[]
  next: string | null
  keyword: string
}

export function DeskAccountsPage({ rows, next, keyword }: Props) {
  const t = useTranslations('desk')
  return (
    <>
      <PageHead title={t('accounts')} lead={t('accountsLead')} />
      <search>
        <form method="get" action="/desk/accounts" className="mb-4 sm:w-96">
          <SearchBox label={t('search')} value={keyword} />
        </form>
      </search>
      <div className="rounded-box border border-base-300 bg-base-100">
        <AccountTable rows={rows} />
        {next && (
          <p className="border-base-300 border-t p-3 text-center">
            <a
              className="btn btn-sm"
              href={`?${new URLSearchParams({ ...(keyword && { keyword }), before: next })}`}
            >
              {t('older')}
            </a>
          </p>
        )}
      </div>
    </>
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
