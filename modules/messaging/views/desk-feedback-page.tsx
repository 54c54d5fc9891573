import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/moment.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import { numberOf } from '../feedback.ts'
import type { FeedbackTable } from '../schema.ts'

interface Props {
  rows: FeedbackTable[]
  /** Where older ones begin. */
  next: string | null
}

/** What people wrote to us, newest first. */
export function DeskFeedbackPage({ rows, next }: Props) {
  const t = useTranslations('messaging.desk')
  const columns = useColumns()
  return (
    <>
      <PageHead title={t('title')} />
      {rows.length ? (
        <div className="rounded-box border border-base-300 bg-base-100">
          <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
        </div>
      ) : (
        <Empty icon="message" title={t('empty')} />
      )}
      {next && (
        <p className="mt-3">
          <a className="btn btn-sm" href={`/desk/feedback?before=${next}`}>
            {t('older')}
          </a>
        </p>
      )}
    </>
  )
}

function useColumns(): Column<FeedbackTable>[] {
  const t = useTranslations('messaging.desk')
  return [
    { key: 'number', head: t('number'), cell: (row) => numberOf(row.id), short: true },
    {
      key: 'time',
      head: t('time'),
      cell: (row) => <Moment at={row.created_at} />,
      wide: true,
    },
    {
      key: 'question',
      head: t('question'),
      main: true,
      cell: (row) => <span className="whitespace-pre-wrap break-words">{row.question}</span>,
    },
    {
      key: 'email',
      head: t('email'),
      cell: (row) => (
        <a className="link break-all" href={`mailto:${row.email}`}>
          {row.email}
        </a>
      ),
    },
    { key: 'attachment', head: t('attachment'), cell: (row) => <Attachment row={row} />, wide: true },
  ]
}

function Attachment({ row }: { row: FeedbackTable }) {
  const t = useTranslations('messaging.desk')
  if (!row.attachment) return null
  return (
    <a className="link" href={`/desk/feedback/${row.id}/attachment`}>
      {t('open')}
    </a>
  )
}
