import type { FailedRequest } from '#src/http/errors/failed-request.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'

interface Props {
  rows: FailedRequest[]
  /** The reference in the search field, as typed. */
  reference: string
  /** Whether the typed text is not a valid reference. */
  isMalformed: boolean
}

const HOME = '/desk/errors'

/** Failed requests of the last thirty days, and a search by reference. */
export function DeskErrorsPage({ rows, reference, isMalformed }: Props) {
  const t = useTranslations('desk.errors')
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Search reference={reference} isMalformed={isMalformed} />
      {!isMalformed && (
        <div className="rounded-box border border-base-300 bg-base-100">
          {rows.length ? (
            <Failures rows={rows} />
          ) : (
            <Empty icon="check" title={reference ? t('notFound') : t('none')}>
              {reference ? t('notFoundText', { reference }) : t('noneText')}
            </Empty>
          )}
        </div>
      )}
    </>
  )
}

function Search({ reference, isMalformed }: Omit<Props, 'rows'>) {
  const t = useTranslations('desk.errors')
  return (
    <form method="get" action={HOME} className="mb-4">
      <label htmlFor="reference" className="mb-1 block text-sm">
        {t('reference')}
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <input
          id="reference"
          name="reference"
          defaultValue={reference}
          className="input font-mono"
          maxLength={40}
          autoComplete="off"
          aria-invalid={isMalformed || undefined}
          aria-describedby={isMalformed ? 'reference-error' : undefined}
        />
        <button type="submit" className="btn btn-primary">
          {t('search')}
        </button>
        {reference && (
          <a className="btn" href={HOME}>
            {t('all')}
          </a>
        )}
      </div>
      {isMalformed && (
        <p id="reference-error" role="alert" className="mt-1 text-error text-sm">
          {t('malformed')}
        </p>
      )}
    </form>
  )
}

function Failures({ rows }: Pick<Props, 'rows'>) {
  const t = useTranslations('desk.errors')
  const columns: Column<FailedRequest>[] = [
    { key: 'reference', head: t('reference'), main: true, cell: (row) => <ReferenceCell row={row} /> },
    { key: 'at', head: t('at'), wide: true, cell: (row) => <Moment at={row.created_at} /> },
    {
      key: 'error',
      head: t('error'),
      cell: ({ error, message }) => (
        <span lang="en" className="wrap-anywhere text-sm">
          {error}
          {message && `: ${message}`}
        </span>
      ),
    },
    {
      key: 'release',
      head: t('release'),
      wide: true,
      cell: ({ release }) => <span className="font-mono text-xs">{release}</span>,
    },
  ]
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.reference} />
}

function ReferenceCell({ row }: { row: FailedRequest }) {
  const t = useTranslations('desk.errors')
  const { reference, method, route, trace_id, created_at } = row
  return (
    <>
      <span className="font-mono">{reference}</span>
      <span className="block break-all font-mono text-base-content/75 text-xs">
        {method} {route}
      </span>
      {trace_id && (
        <span className="block text-base-content/75 text-xs">
          {t('trace')} <code className="break-all">{trace_id}</code>
        </span>
      )}
      <NarrowLine>
        <Moment at={created_at} />
      </NarrowLine>
    </>
  )
}
