import { categoryKey } from '#assembly/template/words-in.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { useMay } from '#views/permissions.ts'
import { type Column, type ColumnSort, NarrowLine, Table } from '#views/table.tsx'
import { Day, Moment } from '#views/values/moment.tsx'
import { sizeText } from '#views/values/size.tsx'
import { BulkBar, ChoosingSwitch, DocumentCheckbox } from '../filing/views/bulk-bar.tsx'
import { TagMark } from '../filing/views/tag-mark.tsx'
import { type DocumentFilter, listPath } from '../list/filter.ts'
import { countLimit, type ListedDocument } from '../list/list.ts'
import type { Sort } from '../list/order.ts'
import { NoDocuments } from './no-documents.tsx'
import { RowActions } from './row-actions.tsx'
import { StatusWord } from './status-word.tsx'

export interface ListProps {
  total: number
  rows: ListedDocument[]
  /** The cursors of the previous and the next page. */
  previous: string | null
  next: string | null
  filter: DocumentFilter
}

/** The count, the rows and the page links, which are replaced when a filter changes. */
export function DocumentList({ rows, previous, next, filter, total }: ListProps) {
  const t = useTranslations('documents')
  const columns = useColumns(filter)
  const limit = countLimit(filter)
  if (!rows.length) return <NoDocuments filter={filter} />
  return (
    <div id="document-list" className="flex flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2 max-sm:order-1 max-sm:mt-2 sm:mb-2">
        <p role="status" className="text-base-content/75 text-sm max-sm:sr-only">
          {total > limit ? t('totalMore', { count: limit }) : t('total', { count: total })}
        </p>
        <ChoosingSwitch />
        <BulkBar rows={rows} filter={filter} />
      </div>
      <div className="rounded-box border border-base-300 bg-base-100">
        <Table caption={t('myDocs')} columns={columns} rows={rows} rowKey={(row) => row.id} compact />
      </div>
      <PageLinks
        first={listPath(filter)}
        previous={previous && listPath(filter, { before: previous })}
        next={next && listPath(filter, { after: next })}
      />
    </div>
  )
}

function useColumns(filter: DocumentFilter): Column<ListedDocument>[] {
  const t = useTranslations('documents')
  const seesOthers = useMay('team.documents')
  const presentPath = listPath(filter, { after: filter.after, before: filter.before })
  const owner: Column<ListedDocument> = {
    key: 'owner',
    head: t('column.owner'),
    cell: (row) => <span className="block max-w-24 truncate">{row.owner}</span>,
    wide: true,
  }
  return [
    {
      key: 'name',
      head: t('column.name'),
      cell: (row) => <NameCell row={row} />,
      main: true,
      sort: sortOf(filter, 'name', 'name-desc'),
    },
    {
      key: 'number',
      head: t('column.number'),
      cell: (row) => <NoBreak>{row.number}</NoBreak>,
      wide: true,
    },
    {
      key: 'status',
      head: t('column.status'),
      cell: (row) => <StatusWord status={row.status} kind={row.kind} failedSigning={row.failed_signing} />,
      wide: true,
    },
    ...(seesOthers ? [owner] : []),
    {
      key: 'edited',
      head: t('column.editTime'),
      cell: (row) => <Day at={row.updated_at} />,
      wide: true,
      sort: sortOf(filter, 'oldest', 'recent', 'descending'),
    },
    { key: 'category', head: t('column.category'), cell: (row) => <Category row={row} />, wide: true },
    { key: 'validity', head: t('column.validity'), cell: (row) => <ValidityWord row={row} />, wide: true },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (row) => <RowActions row={row} back={presentPath} />,
      end: true,
    },
  ]
}

/**
 * The link of a column's head: the first click sorts by the column in direction `first`, the next click in
 * the other.
 */
function sortOf(
  filter: DocumentFilter,
  ascending: Sort,
  descending: Sort,
  first: 'ascending' | 'descending' = 'ascending',
): ColumnSort {
  const currentDirection =
    filter.sort === ascending ? 'ascending' : filter.sort === descending ? 'descending' : undefined
  const oppositeSort = currentDirection === 'ascending' ? descending : ascending
  const initialSort = first === 'ascending' ? ascending : descending
  return {
    direction: currentDirection,
    href: listPath(filter, { sort: currentDirection ? oppositeSort : initialSort }),
  }
}

/**
 * Prevents a break within a few characters, which a narrow Chinese column would otherwise break one by one.
 */
function NoBreak({ children }: { children: string }) {
  return <span className="whitespace-nowrap tabular-nums">{children}</span>
}

/** The type of the document, I or II, and its subject; or that it is an imported PDF. */
function Category({ row: { kind, type, category } }: { row: ListedDocument }) {
  const t = useTranslations('documents')
  if (kind === 'imported') return <NoBreak>{t('importedPdf')}</NoBreak>
  return (
    <span className="block max-w-36 truncate">
      {type && `${t('type', { type })} · `}
      {t(categoryKey(category))}
    </span>
  )
}

/**
 * The day on which the editing period of a draft bought singly ends; otherwise the wording of the
 * specification.
 */
function ValidityWord({ row: { validity, valid_until } }: { row: ListedDocument }) {
  const t = useTranslations('documents')
  const day = valid_until ? shanghaiDay(new Date(valid_until)) : ''
  return <NoBreak>{t(`validity.${validity}`, { day })}</NoBreak>
}

/**
 * The checkbox, the name, and below it the other party or the number of pages of a PDF, the folder and the
 * tags.
 */
function NameCell({ row }: { row: ListedDocument }) {
  const t = useTranslations('documents')
  const locale = useLocale()
  const isImported = row.kind === 'imported'
  const isEditable = row.status === 'draft' && row.validity !== 'lapsed'
  const pagePath = isImported ? 'my-docs-import-view' : isEditable ? 'edit-doc' : 'view-doc'
  const party = isImported
    ? `${t('import.pages', { pages: row.pages ?? 0 })} · ${sizeText(row.size ?? 0, locale)}`
    : row.counterparty || t('noCounterparty')
  return (
    <div className="flex items-start gap-3">
      <DocumentCheckbox row={row} />
      <div className="min-w-0">
        <a
          href={`/mgmt/${row.id}/${pagePath}`}
          title={row.name}
          className="link-hover block wrap-anywhere font-medium text-sm leading-5 xl:truncate"
        >
          {row.name}
        </a>
        <span className="flex flex-wrap items-baseline gap-x-2 text-base-content/75 text-xs leading-4 xl:flex-nowrap">
          <span className="tabular-nums xl:hidden">{row.number}</span>
          <span title={party} className="wrap-anywhere xl:truncate">
            {row.folder && <span className="wrap-anywhere">{row.folder} / </span>}
            {party}
          </span>
          {row.tags.map((tag) => (
            <TagMark key={tag.id} label={tag} />
          ))}
        </span>
        <NarrowLine>
          <StatusWord status={row.status} kind={row.kind} failedSigning={row.failed_signing} />
          <Moment at={row.updated_at} />
        </NarrowLine>
      </div>
    </div>
  )
}
