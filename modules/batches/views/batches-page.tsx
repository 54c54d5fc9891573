import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { finalDocuments } from '#modules/documents/index.ts'
import { SentenceSpace, useLocale, useTranslations } from '#views/language.tsx'
import { Empty } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { ListedBatch } from '../batch.ts'

/** The viewer's batches. A new batch begins on the page of a template. */
export function BatchesPage({ batches }: { batches: ListedBatch[] }) {
  const t = useTranslations('batches')
  const locale = localeOf(useLocale())
  const columns: Column<ListedBatch>[] = [
    {
      key: 'title',
      head: t('head.template'),
      main: true,
      cell: ({ id, title, model }) => (
        <a className="link" href={`/mgmt/batches/${id}`}>
          {model || twinIn(title, locale)}
        </a>
      ),
    },
    { key: 'state', head: t('head.state'), cell: ({ state }) => t(`batchState.${state}`) },
    { key: 'rows', head: t('head.drafts'), cell: ({ drafted, rows }) => `${drafted} / ${rows}`, end: true },
    { key: 'sent', head: t('head.sent'), cell: ({ sent }) => sent, end: true, wide: true },
    { key: 'at', head: t('head.begun'), cell: ({ created_at }) => <Moment at={created_at} />, wide: true },
  ]
  return (
    <>
      <finalDocuments.MyDocsHead tab="batches" />
      {batches.length > 0 ? (
        <div className="rounded-box border border-base-300 bg-base-100">
          <p className="p-4 pb-0">
            {t('lead')}
            <SentenceSpace />
            {t('how')}
          </p>
          <Table caption={t('title')} columns={columns} rows={batches} rowKey={({ id }) => id} />
        </div>
      ) : (
        <Empty icon="document" title={t('none')}>
          <p className="mb-3">{t('how')}</p>
          <a href="/mgmt/doc-lib" className="btn btn-primary">
            {t('toLibrary')}
          </a>
        </Empty>
      )}
    </>
  )
}
