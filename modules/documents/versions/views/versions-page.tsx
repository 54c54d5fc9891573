import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import type { DocumentForHistory, ListedVersion } from '../find-version.ts'
import { MAX_VERSIONS } from '../version.ts'
import { Author, CauseLine, WrittenAt } from './version-words.tsx'

interface Props {
  document: DocumentForHistory
  rows: ListedVersion[]
  previous: string | null
  next: string | null
  lapsed: boolean
  /** Whether a version was just restored. */
  restored: boolean
}

/** The stored versions of a document, newest first. */
export function VersionsPage({ document, rows, previous, next, lapsed, restored }: Props) {
  const t = useTranslations('documents')
  const mayEdit = useMay('document.create') && document.status === 'draft' && !document.translating && !lapsed
  const path = `/mgmt/${document.id}/versions`
  const linkTo = (direction: 'after' | 'before', cursor: string | null) =>
    cursor && `${path}?${new URLSearchParams({ [direction]: cursor })}`
  return (
    <>
      <PageHead title={t('versions.title')} lead={`${document.name} · ${document.number}`}>
        {mayEdit && (
          <a href={`/mgmt/${document.id}/edit-doc`} className="btn btn-primary">
            {t('do.edit')}
          </a>
        )}
        <a href={`/mgmt/${document.id}/view-doc`} className="btn btn-outline">
          {t('do.view')}
        </a>
      </PageHead>
      {restored && (
        <p role="status" className="alert alert-success alert-soft mb-3">
          {t('versions.restored')}
        </p>
      )}
      <p className="mb-3 max-w-prose text-base-content/75 text-sm">
        {t('versions.rule', { max: MAX_VERSIONS })}
      </p>
      <div className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <Versions rows={rows} path={path} mayEdit={mayEdit} />
        ) : (
          <Empty icon="log" title={t('versions.none')} />
        )}
      </div>
      <PageLinks first={path} previous={linkTo('before', previous)} next={linkTo('after', next)} />
      <ActionPlace />
    </>
  )
}

function Versions({ rows, path, mayEdit }: { rows: ListedVersion[]; path: string; mayEdit: boolean }) {
  const t = useTranslations('documents.versions')
  const columns: Column<ListedVersion>[] = [
    {
      key: 'number',
      head: <span className="whitespace-nowrap">{t('column.number')}</span>,
      cell: (row) => row.number,
    },
    { key: 'written', head: t('column.written'), cell: (row) => <WrittenAt {...row} />, wide: true },
    { key: 'author', head: t('column.author'), cell: (row) => <Author {...row} />, wide: true },
    {
      key: 'cause',
      head: t('column.cause'),
      cell: (row) => (
        <>
          <CauseLine {...row} />
          <NarrowLine>
            <WrittenAt {...row} />
            <Author {...row} />
          </NarrowLine>
        </>
      ),
      main: true,
    },
    {
      key: 'actions',
      head: <span className="sr-only">{t('column.actions')}</span>,
      cell: (row) => <Actions row={row} path={path} mayEdit={mayEdit} />,
      end: true,
    },
  ]
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => String(row.number)} />
}

function Actions({ row, path, mayEdit }: { row: ListedVersion; path: string; mayEdit: boolean }) {
  const t = useTranslations('documents.versions')
  const { number, isCurrent } = row
  const link = 'btn btn-sm btn-ghost'
  return (
    <div className="flex flex-wrap justify-end gap-1">
      <a href={`${path}/${number}`} className={link} aria-label={t('lookAt', { number })}>
        {t('look')}
      </a>
      {!isCurrent && (
        <a href={`${path}/${number}?show=changes`} className={link} aria-label={t('compareOne', { number })}>
          {t('compare')}
        </a>
      )}
      {!isCurrent && mayEdit && (
        <ActionLink
          href={`${path}/${number}/restoration`}
          label={t('restoreOne', { number })}
          className="btn btn-sm btn-outline"
        >
          {t('restore')}
        </ActionLink>
      )}
    </div>
  )
}
