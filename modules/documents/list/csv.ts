import { categoryKey } from '#assembly/template/words-in.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { type Locale, type Translate, translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { BYTE_ORDER_MARK, csvLines } from '#src/files/csv/write-csv.ts'
import { momentText } from '#views/values/moment.tsx'
import type { DocumentFilter } from './filter.ts'
import { type ListedDocument, listDocuments } from './list.ts'

const COLUMNS = [
  'name',
  'number',
  'status',
  'owner',
  'counterparty',
  'editTime',
  'category',
  'validity',
  'folder',
  'tags',
] as const

const PAGE_SIZE = 500

/** All documents of a filter as a table, in the reader's language; loaded page by page to limit memory. */
export async function* documentTable(db: Db, viewer: Viewer, filter: DocumentFilter, locale: Locale) {
  const encoder = new TextEncoder()
  const t = translate(locale)
  const head = COLUMNS.map((column) => t(`documents.column.${column}`))
  yield encoder.encode(BYTE_ORDER_MARK + csvLines([head]))
  for (let cursor = ''; ; ) {
    const page = { ...filter, after: cursor, before: '' }
    const { rows, next } = await listDocuments(db, viewer, page, locale, PAGE_SIZE)
    yield encoder.encode(csvLines(rows.map((row) => lineOf(row, locale))))
    if (!next) return
    cursor = next
  }
}

function lineOf(row: ListedDocument, locale: Locale): string[] {
  const t = translate(locale)
  const isImported = row.kind === 'imported'
  const failedSigning = row.status === 'finalised' ? row.failed_signing : null
  const state = failedSigning ?? (isImported && row.status === 'draft' ? 'imported' : row.status)
  return [
    row.name,
    row.number,
    t(`documents.status.${state}`),
    row.owner ?? '',
    row.counterparty,
    momentText(row.updated_at),
    isImported ? t('documents.importedPdf') : categoryOf(row, t),
    t(`documents.validity.${row.validity}`, {
      day: row.valid_until ? shanghaiDay(new Date(row.valid_until)) : '',
    }),
    row.folder ?? '',
    row.tags.map(({ name }) => name).join('; '),
  ]
}

function categoryOf({ type, category }: ListedDocument, t: Translate): string {
  const subject = t(`documents.${categoryKey(category)}`)
  return type ? `${t('documents.type', { type })} · ${subject}` : subject
}
