import { languageTag } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { ListedRequest } from '../consultation.ts'
import { numberOf } from '../step.ts'
import { ConsultationStateWord } from './state-word.tsx'

const HOME = '/mgmt/consultations'
const REQUEST_PATH = '/mgmt/new-doc?tab=CONSULT_SELECT'

interface Props {
  rows: ListedRequest[]
  next: string | null
  before: string
}

/** The requests for tailor-made documents that the viewer may see. */
export function ConsultationsPage({ rows, next, before }: Props) {
  const t = useTranslations('consultation')
  return (
    <>
      <PageHead title={t('list.title')} lead={t('list.lead')}>
        <a href={REQUEST_PATH} className="btn btn-primary">
          {t('list.new')}
        </a>
      </PageHead>
      <div className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <RequestTable rows={rows} />
        ) : (
          <Empty icon="document" title={t('list.none')}>
            <p>{t('howFree')}</p>
          </Empty>
        )}
      </div>
      <PageLinks
        first={HOME}
        previous={before ? HOME : null}
        next={next && `${HOME}?${new URLSearchParams({ before: next })}`}
      />
    </>
  )
}

function RequestTable({ rows }: { rows: ListedRequest[] }) {
  const t = useTranslations('consultation')
  const columns: Column<ListedRequest>[] = [
    {
      key: 'subject',
      head: t('matter'),
      main: true,
      cell: (row) => (
        <>
          <a
            href={`${HOME}/${row.id}`}
            className="link-hover wrap-anywhere font-medium"
            lang={languageTag(row.locale)}
          >
            {row.subject}
          </a>
          <span className="block text-base-content/75 text-xs">{numberOf(row.id)}</span>
          <NarrowLine>
            <span>{t(`kind.${row.kind}`)}</span>
            <Moment at={row.created_at} />
          </NarrowLine>
        </>
      ),
    },
    { key: 'kind', head: t('kindLabel'), wide: true, cell: (row) => t(`kind.${row.kind}`) },
    { key: 'asker', head: t('asker'), wide: true, cell: (row) => row.askerName ?? '–' },
    { key: 'time', head: t('askedAt'), wide: true, cell: (row) => <Moment at={row.created_at} /> },
    { key: 'state', head: t('stateLabel'), cell: (row) => <ConsultationStateWord state={row.state} /> },
  ]
  return <Table caption={t('list.title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}
