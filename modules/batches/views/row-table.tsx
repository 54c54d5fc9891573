import { localeOf } from '#assembly/template/words-in.ts'
import type { Locale } from '#src/core/i18n.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Panel, StateWord, type Tone } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import type { BatchRow } from '../batch.ts'
import { problemWords, stateOf } from '../result.ts'
import type { BatchPageData } from './shown.ts'

const TONES: Record<ReturnType<typeof stateOf>, Tone> = {
  good: 'info',
  waiting: 'plain',
  faulty: 'error',
  failed: 'error',
  drafted: 'info',
  queued: 'plain',
  finalised: 'info',
  sent: 'success',
  unsent: 'error',
  deleted: 'plain',
  unmade: 'plain',
}

/** The states of rows whose documents may have open points. */
const OPEN_STATES: BatchRow['state'][] = ['good', 'failed', 'drafted', 'unsent']

/** Every row of the table, and its outcome. */
export function RowTable({ batch, documents }: Pick<BatchPageData, 'batch' | 'documents'>) {
  const t = useTranslations('batches')
  const tDocuments = useTranslations('documents')
  const locale = localeOf(useLocale()) as Locale
  const documentOf = (row: BatchRow) => documents.find(({ id }) => id === row.document_id)
  /** Whether the document still has the version for which `open` was counted. */
  const isUnchanged = (row: BatchRow) => {
    const document = documentOf(row)
    return !document || document.version === row.version
  }
  const columns: Column<BatchRow>[] = [
    { key: 'row', head: t('head.row'), cell: ({ number }) => number, end: true },
    {
      key: 'name',
      head: t('head.name'),
      main: true,
      cell: (row) => {
        const document = documentOf(row)
        if (!document) return row.name
        return (
          <a className="link" href={`/mgmt/${document.id}/view-doc`}>
            {document.name}
          </a>
        )
      },
    },
    {
      key: 'number',
      head: t('head.number'),
      cell: (row) => <span className="whitespace-nowrap">{documentOf(row)?.number ?? ''}</span>,
      wide: true,
    },
    {
      key: 'document',
      head: t('head.status'),
      cell: (row) => {
        const document = documentOf(row)
        return document && document.status !== 'draft' ? tDocuments(`status.${document.status}`) : ''
      },
      wide: true,
    },
    {
      key: 'state',
      head: t('head.state'),
      cell: (row) => (
        <>
          <span className="whitespace-nowrap">
            <StateWord tone={TONES[stateOf(row, batch)]}>{t(`state.${stateOf(row, batch)}`)}</StateWord>
          </span>
          {row.problem && <span className="block text-sm">{problemWords(row, locale)}</span>}
          {row.open > 0 && OPEN_STATES.includes(row.state) && isUnchanged(row) && (
            <span className="block whitespace-nowrap text-base-content/75 text-sm">
              {t('row.open', { count: row.open })}
            </span>
          )}
        </>
      ),
    },
  ]
  return (
    <Panel title={t('rows', { count: batch.rows.length })}>
      <Table
        compact
        caption={t('rows', { count: batch.rows.length })}
        columns={columns}
        rows={batch.rows}
        rowKey={({ number }) => String(number)}
      />
    </Panel>
  )
}
