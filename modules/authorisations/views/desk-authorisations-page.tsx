import { BulkBar, useSelectColumn } from '#views/desk/bulk.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { DeskAuthorisation } from '../desk-authorisations.ts'
import { AuthorisationState } from './authorisation-state.tsx'

interface Props {
  rows: DeskAuthorisation[]
  next: string | null
  isDecided: boolean
}

const HOME = '/desk/authorisations'

/** Institutions whose licences are to be checked. */
export function DeskAuthorisationsPage({ rows, next, isDecided }: Props) {
  const t = useTranslations('authorisations.desk')
  return (
    <>
      <PageHead title={t('title')} lead={t(isDecided ? 'decidedLead' : 'pendingLead')}>
        <a className="btn btn-ghost" href={isDecided ? HOME : `${HOME}?decided=yes`}>
          {t(isDecided ? 'showPending' : 'showDecided')}
        </a>
      </PageHead>
      <div className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <>
            <InstitutionTable rows={rows} selects={!isDecided} />
            {!isDecided && <BulkBar queue="authorisations" />}
          </>
        ) : (
          <Empty icon="sign" title={t(isDecided ? 'noneDecided' : 'nonePending')} />
        )}
        {next && (
          <p className="border-base-300 border-t p-3 text-center">
            <a className="btn btn-sm" href={`${HOME}?${isDecided ? 'decided=yes&' : ''}from=${next}`}>
              {t('more')}
            </a>
          </p>
        )}
      </div>
    </>
  )
}

function InstitutionTable({ rows, selects }: { rows: DeskAuthorisation[]; selects: boolean }) {
  const t = useTranslations('authorisations')
  const owner = useTranslations('desk.work')('owner')
  const select = useSelectColumn<DeskAuthorisation>((row) => row.name)
  const columns: Column<DeskAuthorisation>[] = [
    ...(selects ? [select] : []),
    { key: 'name', head: t('institution.name'), main: true, cell: (row) => <NameCell row={row} /> },
    { key: 'owner', head: owner, cell: (row) => row.ownerName ?? '–', wide: true },
    { key: 'state', head: t('column.state'), cell: (row) => <AuthorisationState {...row} /> },
    { key: 'person', head: t('column.person'), cell: ({ person }) => person || '–', wide: true },
    {
      key: 'requested',
      head: t('column.requested'),
      cell: (row) => <Moment at={row.requested_at} />,
      wide: true,
    },
  ]
  return <Table caption={t('desk.title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

function NameCell({ row }: { row: DeskAuthorisation }) {
  return (
    <>
      <a className="link-hover wrap-anywhere font-medium" href={`${HOME}/${row.id}`}>
        {row.name}
      </a>
      <span className="block text-base-content/75 text-xs">{row.number}</span>
      <NarrowLine>
        <Moment at={row.requested_at} />
        {row.ownerName && <span>{row.ownerName}</span>}
      </NarrowLine>
    </>
  )
}
