import { sql } from 'kysely'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Order, orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { formerTemplateOf } from '../adoption/former-template.ts'
import { type Document, draftedDocuments, findDocument } from '../document.ts'

const ROWS = 20

const NEWEST_FIRST: Order<{ number: number }> = {
  keys: [
    {
      column: sql`version.number`,
      textOf: ({ number }) => String(number),
      isText: (text) => NUMBER.test(text),
      parameterOf: (text) => sql`${text}::integer`,
    },
  ],
  descending: true,
}

const NUMBER = /^[1-9]\d{0,8}$/

const COLUMNS = [
  ...(['version.number', 'version.cause', 'version.author', 'version.begun_at', 'version.saved_at'] as const),
  'version.reached',
] as const

/** A document without its text, for the pages of its versions. Throws NOT_FOUND, also for an imported PDF. */
export async function findDocumentForHistory(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const document = await draftedDocuments(db, viewer)
    .select(['id', 'name', 'number', 'status', 'version', 'translating', 'valid_until'])
    .where('id', '=', id)
    .executeTakeFirst()
  return document ?? notFound()
}

export type DocumentForHistory = Awaited<ReturnType<typeof findDocumentForHistory>>

/** One page of a document's versions, newest first, and the cursors of the previous and next pages. */
export async function listVersions(db: Db, documentId: string, pageQuery: { after: string; before: string }) {
  const cursor = readCursor(NEWEST_FIRST, pageQuery)
  let query = db
    .selectFrom('documents.version as version')
    .select(COLUMNS)
    .select(sql<boolean>`version.answers is null`.as('isCurrent'))
    .where('version.document_id', '=', documentId)
    .orderBy(orderBy(NEWEST_FIRST, cursor))
    .limit(ROWS + 1)
  if (cursor) query = query.where(pastCursor(NEWEST_FIRST, cursor))
  return pageFrom(NEWEST_FIRST, cursor, ROWS, await query.execute())
}

export type ListedVersion = Awaited<ReturnType<typeof listVersions>>['rows'][number]

/** A version with its content. Throws NOT_FOUND for an unknown or deleted version. */
export async function findVersion(
  db: Db,
  document: Pick<Document, 'id' | 'answers' | 'template'>,
  number: string,
) {
  if (!NUMBER.test(number)) notFound()
  const row = await db
    .selectFrom('documents.version as version')
    .select([...COLUMNS, 'version.answers'])
    .select((eb) => formerTemplateOf(eb.ref('version.document_id'), eb.ref('version.number')).as('former'))
    .where('version.document_id', '=', document.id)
    .where('version.number', '=', Number(number))
    .executeTakeFirst()
  if (!row) notFound()
  const { answers, ...version } = row
  return {
    ...version,
    isCurrent: answers === null,
    answers: answers ?? document.answers,
    template: version.former ?? document.template,
  }
}

export type VersionContent = Awaited<ReturnType<typeof findVersion>>

export async function findDocumentAndVersion(db: Db, viewer: Viewer, id: string, number: string) {
  const document = await findDocument(db, viewer, id)
  return { document, version: await findVersion(db, document, number) }
}
