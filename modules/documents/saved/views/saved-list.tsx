import { categoryKey, localeOf, twinIn } from '#assembly/template/words-in.ts'
import { libraryEntries } from '#modules/templates/index.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { SearchBox } from '#views/search-box.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import { MyDocsHead } from '../../views/my-docs-head.tsx'
import {
  type ListedTemplate,
  MAX_COUNTED,
  SAVED_PATH,
  type SavedCount,
  type SavedFilter,
  savedPath,
} from '../list.ts'

interface Props extends SavedCount {
  rows: ListedTemplate[]
  /** The cursors of the previous and the next page. */
  previous: string | null
  next: string | null
  filter: SavedFilter
}

/** My Templates, the tab of My Documents. */
export function SavedListPage(props: Props) {
  const t = useTranslations('documents.saved')
  const { filter, total, done } = props
  return (
    <>
      <MyDocsHead tab="templates" />
      {done && <DoneLine done={done} />}
      {(total > 0 || filter.keyword) && (
        <FilterForm action="/mgmt/my-docs" list="saved-list">
          <input type="hidden" name="tab" value="templates" />
          <SearchBox label={t('name')} value={filter.keyword} className="w-full sm:w-80" />
        </FilterForm>
      )}
      <SavedList {...props} />
      <ActionPlace />
    </>
  )
}

/** The count, the rows and the page links, which are replaced when a filter changes. */
export function SavedList({ rows, previous, next, filter, total }: Props) {
  const t = useTranslations('documents')
  const columns = useColumns()
  if (!rows.length) return <NoTemplates filter={filter} />
  return (
    <div id="saved-list">
      <p role="status" className="mb-2 text-base-content/75 text-sm">
        {total > MAX_COUNTED
          ? t('saved.totalMore', { count: MAX_COUNTED })
          : t('saved.total', { count: total })}
      </p>
      <div className="rounded-box border border-base-300 bg-base-100">
        <Table caption={t('tab.templates')} columns={columns} rows={rows} rowKey={(row) => row.id} />
      </div>
      <PageLinks
        first={savedPath(filter)}
        previous={previous && savedPath(filter, { before: previous })}
        next={next && savedPath(filter, { after: next })}
      />
    </div>
  )
}

function useColumns(): Column<ListedTemplate>[] {
  const t = useTranslations('documents')
  return [
    { key: 'name', head: t('saved.name'), cell: (row) => <NameCell row={row} />, main: true },
    {
      key: 'category',
      head: t('column.category'),
      cell: (row) => `${t(categoryKey(row.category))} · ${t('type', { type: row.type })}`,
      wide: true,
    },
    { key: 'saved', head: t('saved.time'), cell: (row) => <Moment at={row.created_at} />, wide: true },
    { key: 'actions', head: t('column.actions'), cell: (row) => <RowActions row={row} />, end: true },
  ]
}

function NameCell({ row }: { row: ListedTemplate }) {
  const t = useTranslations('documents')
  return (
    <>
      <a href={`/mgmt/my-templates/${row.id}`} className="link-hover wrap-anywhere font-medium">
        {row.name}
      </a>
      <span className="wrap-anywhere block text-base-content/75 text-sm">
        {useTitle(row.template_code)}
        {row.colleague && ` · ${t('by', { name: row.colleague })}`}
      </span>
      <NarrowLine>
        <span>{t('type', { type: row.type })}</span>
        <Moment at={row.created_at} />
      </NarrowLine>
    </>
  )
}

/** The title of the library template on which the saved template is based. */
function useTitle(code: string): string {
  const locale = localeOf(useLocale())
  const entry = libraryEntries().find(({ template }) => template.code === code)
  return entry ? twinIn(entry.template.title, locale) : code
}

function RowActions({ row: { id, name } }: { row: ListedTemplate }) {
  const t = useTranslations('documents')
  const mayEdit = useMay('document.create')
  const view = (
    <a href={`/mgmt/my-templates/${id}`} className={mayEdit ? '' : 'btn btn-sm btn-outline'}>
      {mayEdit && <Icon name="document" className="size-4" />}
      {t('do.view')}
    </a>
  )
  if (!mayEdit) return view
  return (
    <div className="flex items-center justify-end gap-1">
      <ActionLink
        href={`/mgmt/my-templates/${id}/use`}
        className="btn btn-sm btn-outline whitespace-nowrap max-sm:btn-square"
      >
        <Icon name="plus" className="size-4" />
        <span className="max-sm:sr-only">{t('saved.use.open')}</span>
      </ActionLink>
      <details className="dropdown dropdown-end" data-dropdown>
        <summary className="btn btn-sm btn-ghost btn-square" aria-label={t('moreFor', { name })}>
          <Icon name="more" className="size-4" />
        </summary>
        <ul className="menu dropdown-content z-20 w-56 rounded-box border border-base-300 bg-base-100 text-start shadow-sm">
          <li>{view}</li>
          <li>
            <ActionLink href={`/mgmt/my-templates/${id}/name`} className="">
              <Icon name="edit" className="size-4" />
              {t('saved.rename.open')}
            </ActionLink>
          </li>
          <li>
            <ActionLink href={`/mgmt/my-templates/${id}/deletion`} className="">
              <Icon name="bin" className="size-4" />
              {t('saved.deletion.open')}
            </ActionLink>
          </li>
        </ul>
      </details>
    </div>
  )
}

/**
 * Replaces an empty list: says that the search found nothing, with a link back, or how to save a template.
 */
function NoTemplates({ filter: { keyword, after, before } }: { filter: SavedFilter }) {
  const t = useTranslations('documents')
  return (
    <div id="saved-list" className="rounded-box border border-base-300 bg-base-100">
      {keyword || after || before ? (
        <Empty icon="search" title={keyword ? t('empty.search', { keyword }) : t('empty.filtered')}>
          <a className="btn btn-outline" href={SAVED_PATH}>
            {t('saved.all')}
          </a>
        </Empty>
      ) : (
        <Empty icon="document" title={t('saved.empty')}>
          <p className="mb-3">{t('saved.teach')}</p>
          <a href="/mgmt/my-docs" className="btn btn-outline">
            {t('saved.toDocuments')}
          </a>
        </Empty>
      )}
    </div>
  )
}

/** The latest action, with a button to undo it. */
function DoneLine({ done: { id, name, deleted } }: { done: NonNullable<SavedCount['done']> }) {
  const t = useTranslations('documents.deletion')
  return (
    <div className="alert alert-success alert-soft mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <p role="status" className="wrap-anywhere flex items-center gap-2">
        <Icon name="check" className="size-5" />
        {t(deleted ? 'done' : 'undone', { name })}
      </p>
      {deleted && (
        <form method="post" action={`/mgmt/my-templates/${id}/restoration`}>
          <button type="submit" className="btn btn-sm btn-outline">
            {t('undo')}
          </button>
        </form>
      )}
    </div>
  )
}
