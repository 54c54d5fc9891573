import { visibleDocuments } from '#modules/documents/index.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { type Batch, type BatchRow, UNDRAFTED_STATES } from './batch.ts'
import { faultPlace, faultWords } from './table/check-row.ts'
import { columnsOf, headsOf } from './table/columns.ts'

/** The documents of a batch that the viewer may still see. */
export async function documentsOf(db: Db, viewer: Viewer, { rows }: Pick<Batch, 'rows'>) {
  const ids = rows.flatMap(({ document_id }) => document_id ?? [])
  if (!ids.length) return []
  return visibleDocuments(db, viewer)
    .select(['document.id', 'name', 'number', 'status', 'version'])
    .where('document.id', 'in', ids)
    .execute()
}

export type MadeDocument = Awaited<ReturnType<typeof documentsOf>>[number]

/** The outcome of each row, as a table. */
export function resultTable(batch: Batch, documents: MadeDocument[], locale: Locale): string[][] {
  const t = translate(locale)
  const columns = columnsOf(batch)
  const heads = headsOf(batch, columns, locale)
  const headOf = new Map(columns.map(({ id }, index) => [id, heads[index]!]))
  const faultsOf = ({ faults }: BatchRow) =>
    faults
      .map((one) =>
        t('batches.pair', { name: faultPlace(one, headOf, locale), value: faultWords(one, locale) }),
      )
      .join('; ')
  const rows = batch.rows.map((row) => {
    const document = documents.find(({ id }) => id === row.document_id)
    return [
      String(row.number),
      document?.name ?? row.name,
      document?.number ?? '',
      t(`batches.state.${stateOf(row, batch)}`),
      document ? t(dynamicKey(`documents.status.${document.status}`)) : '',
      row.problem ? problemWords(row, locale) : UNDRAFTED_STATES.includes(row.state) ? faultsOf(row) : '',
    ]
  })
  const headWords = (['row', 'name', 'number', 'state', 'status', 'fault'] as const).map((key) =>
    t(`batches.head.${key}`),
  )
  return [headWords, ...rows]
}

/** The reason why a row failed. */
export function problemWords(
  { problem, details }: Pick<BatchRow, 'problem' | 'details'>,
  locale: Locale,
): string {
  const words = details?.words ?? dynamicKey(`common.error.${problem}`)
  return translate(locale)(words, details?.details)
}

/** The state of a row to show: `deleted` when the document of its draft no longer exists. */
export function stateOf(row: Pick<BatchRow, 'state' | 'document_id'>, { state }: Pick<Batch, 'state'>) {
  if (!row.document_id && !UNDRAFTED_STATES.includes(row.state)) return 'deleted'
  if (row.state === 'good' && state === 'drafting') return 'waiting'
  return row.state === 'good' && state === 'cancelled' ? 'unmade' : row.state
}
