import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/moment.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import type { DocumentFilter, ListedDocument } from '../list.ts'
import { STATUSES } from '../status.ts'
import { RowActions } from './row-actions.tsx'
import { StatusWord } from './status-word.tsx'

interface Props {
  rows: ListedDocument[]
  next: string | null
  filter: DocumentFilter
}

export function MyDocsPage(props: Props) {
  const t = useTranslations('documents')
  const mayCreate = useMay('document.create')
  return (
    <>
      <PageHead title={t('myDocs')}>
        {mayCreate && (
          <a href="/mgmt/new-doc" className="btn btn-primary">
            <Icon name="plus" className="size-4" />
            {t('createNew')}
          </a>
        )}
      </PageHead>
      <div role="tablist" aria-label={t('myDocs')} className="tabs tabs-border mb-3">
        <a role="tab" href="/mgmt/my-docs" aria-selected="true" className="tab tab-active">
          {t('tab.created')}
        </a>
      </div>
      <Filters filter={props.filter} />
      <DocumentList {...props} />
    </>
  )
}

function Filters({ filter }: { filter: DocumentFilter }) {
  const t = useTranslations('documents')
  return (
    <form
      method="get"
      action="/mgmt/my-docs"
      hx-get="/mgmt/my-docs"
      hx-target="#document-list"
      hx-swap="outerHTML"
      hx-push-url="true"
      hx-trigger="submit, change, input changed delay:300ms from:#keyword"
      className="mb-4 flex flex-wrap items-end gap-3"
    >
      <label className="text-sm max-sm:w-full">
        <span className="block">{t('filter.keyword')}</span>
        <input
          id="keyword"
          name="keyword"
          type="search"
          defaultValue={filter.keyword}
          className="input input-sm w-full sm:w-56"
        />
      </label>
      <label className="text-sm">
        <span className="block">{t('filter.status')}</span>
        <select name="status" defaultValue={filter.status} className="select select-sm w-36">
          <option value="">{t('filter.all')}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`status.${status}`)}
            </option>
          ))}
        </select>
      </label>
      {(['since', 'until'] as const).map((end) => (
        <label key={end} className="text-sm">
          <span className="block">{t(`filter.${end}`)}</span>
          <input name={end} type="date" defaultValue={filter[end]} className="input input-sm w-40" />
        </label>
      ))}
      <button type="submit" className="btn btn-sm btn-outline">
        {t('filter.apply')}
      </button>
    </form>
  )
}

/** The rows and the way to the next page; what a filter swaps. */
export function DocumentList({ rows, next, filter }: Props) {
  const t = useTranslations('documents')
  const mayCreate = useMay('document.create')
  const filtered = filter.keyword || filter.status || filter.since || filter.until
  const columns: Column<ListedDocument>[] = [
    {
      key: 'number',
      head: t('column.number'),
      cell: (row) => <span className="tabular-nums">{row.number}</span>,
      wide: true,
      short: true,
    },
    {
      key: 'name',
      head: t('column.name'),
      cell: (row) => <NameCell row={row} />,
      main: true,
    },
    {
      key: 'status',
      head: t('column.status'),
      cell: (row) => <StatusWord status={row.status} />,
      wide: true,
    },
    { key: 'edited', head: t('column.editTime'), cell: (row) => <Moment at={row.updated_at} />, wide: true },
    { key: 'category', head: t('column.category'), cell: (row) => t(`category.${row.category}`), wide: true },
    { key: 'validity', head: t('column.validity'), cell: () => t('longTerm'), wide: true },
    { key: 'actions', head: t('column.actions'), cell: (row) => <RowActions row={row} /> },
  ]
  return (
    <div id="document-list" className="rounded-box border border-base-300 bg-base-100">
      {rows.length ? (
        <Table caption={t('myDocs')} columns={columns} rows={rows} rowKey={(row) => row.id} />
      ) : (
        <Empty icon="document" title={filtered ? t('empty.filtered') : t('empty.created')}>
          {filtered ? (
            <a className="link" href="/mgmt/my-docs">
              {t('filter.clear')}
            </a>
          ) : (
            <>
              <p className="mb-3">{t('empty.teach')}</p>
              {mayCreate && (
                <a href="/mgmt/new-doc" className="btn btn-primary">
                  {t('createNew')}
                </a>
              )}
            </>
          )}
        </Empty>
      )}
      {next && (
        <p className="border-base-300 border-t p-3 text-center">
          <a className="btn btn-sm" href={nextPage(filter, next)}>
            {t('older')}
          </a>
        </p>
      )}
    </div>
  )
}

function NameCell({ row }: { row: ListedDocument }) {
  const open = row.status === 'draft' ? 'edit-doc' : 'view-doc'
  return (
    <>
      <a href={`/mgmt/${row.id}/${open}`} className="link-hover wrap-anywhere font-medium">
        {row.name}
      </a>
      <span className="block text-base-content/75 text-xs">{row.creator}</span>
      <NarrowLine>
        <StatusWord status={row.status} />
        <Moment at={row.updated_at} />
      </NarrowLine>
    </>
  )
}

function nextPage(filter: DocumentFilter, after: string): string {
  const kept = Object.entries({ ...filter, after }).filter(([, value]) => value)
  return `/mgmt/my-docs?${new URLSearchParams(kept as [string, string][])}`
}
