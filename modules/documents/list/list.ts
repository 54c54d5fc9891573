import { type InferResult, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { teamNames } from '#modules/accounts/index.ts'
import { libraryEntries } from '#modules/templates/index.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Order, orderBy, type PageCursor, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { visibleDocuments, visibleTo, withDeleted } from '../document.ts'
import { validityOf } from '../drafts/validity.ts'
import { filingChoices, tagsOf } from '../filing/choices.ts'
import { STAGES } from '../status.ts'
import { readStorage, storageOf } from '../storage-quota.ts'
import { ARCHIVED, type DocumentFilter, NO_FOLDER, type State } from './filter.ts'
import { type ListColumns, ORDERS } from './order.ts'
import { documentsHolding } from './search.ts'

const ROWS = 20

/** The column of the other party's name for an interface language. */
const counterpartyIn = (locale: string) => (locale === 'en_US' ? 'counterparty_en' : 'counterparty')

/** The conditions of the filter, without the keyword. */
function conditionsOf({ tab, status, folder, tag, since, until }: DocumentFilter): RawBuilder<boolean>[] {
  const kind = tab === 'imported' ? 'imported' : 'drafted'
  return [
    ...(tab === 'recent' ? [] : [sql<boolean>`document.kind = ${kind}`]),
    ...(status ? inState(status) : []),
    ...inFolder(folder),
    // An array, so that no query plan reads all documents for a rare tag.
    ...(tag
      ? [
          sql<boolean>`document.id = any(array(select document_id from documents.tagged where tag_id = ${tag}))`,
        ]
      : []),
    ...(since ? [sql<boolean>`document.updated_at >= ${new Date(`${since}T00:00:00+08:00`)}`] : []),
    ...(until ? [sql<boolean>`document.updated_at < ${dayAfter(until)}`] : []),
  ]
}

function inFolder(folder: string): RawBuilder<boolean>[] {
  if (folder === ARCHIVED) return [sql<boolean>`document.archived_at is not null`]
  const notArchived = sql<boolean>`document.archived_at is null`
  if (folder === NO_FOLDER) return [notArchived, sql<boolean>`document.folder_id is null`]
  return folder ? [notArchived, sql<boolean>`document.folder_id = ${folder}`] : [notArchived]
}

/**
 * The conditions for a state. Both kinds begin as drafts, and each state matches only one kind. A drafted
 * document is not tested by its kind, because the database would then scan the index of that kind instead of
 * the few drafts.
 */
function inState(state: State): RawBuilder<boolean>[] {
  if (state === 'declined' || state === 'expired') return [sql<boolean>`document.failed_signing = ${state}`]
  const stage = STAGES.indexOf(state === 'imported' ? 'draft' : state) + 1
  const kindConditions = {
    imported: sql<boolean>`document.kind = 'imported'`,
    draft: sql<boolean>`document.kind <> 'imported'`,
  }
  const kind = state === 'imported' || state === 'draft' ? [kindConditions[state]] : []
  return [sql<boolean>`document.stage = ${stage}`, ...kind]
}

/** The documents that a filter matches; with a keyword, the first `limit` of them in this order. */
function filteredDocuments(
  db: Db,
  viewer: Viewer,
  filter: DocumentFilter,
  { order, cursor, limit, ordered }: PageRange & { order: Order<ListColumns> },
) {
  const conditions = conditionsOf(filter)
  if (cursor) conditions.push(pastCursor(order, cursor))
  const documents = visibleDocuments(db, viewer)
  if (!filter.keyword) return conditions.reduce((query, one) => query.where(one), documents).limit(limit)
  const among = sql`${sql.join([visibleTo(viewer), ...conditions], sql` and `)}`
  const search = { keyword: filter.keyword, among, order: orderBy(order, cursor), limit, ordered }
  const matching = documentsHolding(viewer, search)
  // An array subquery runs once, whatever the query plan.
  return documents
    .where(sql<boolean>`document.id = any(array(select id from ${matching} as held))`)
    .limit(limit)
}

interface PageRange {
  cursor: PageCursor | null
  limit: number
  ordered?: boolean
}

function dayAfter(day: string): Date {
  return new Date(new Date(`${day}T00:00:00+08:00`).getTime() + 86_400_000)
}

/**
 * The type of the template in the present library, because the list does not read the text of each document.
 */
const typeOf = (code: string | null) =>
  libraryEntries().find(({ template }) => template.code === code)?.template.type ?? null

/** Selects the rows of one page and one more, and the number of documents on all pages. */
function listQuery(db: Db, viewer: Viewer, filter: DocumentFilter, locale: string, size: number) {
  const order = ORDERS[filter.sort]
  const cursor = readCursor(order, filter)
  const rows = filteredDocuments(db, viewer, filter, { order, cursor, limit: size + 1 })
    .leftJoin(teamNames(db, viewer).as('creator'), 'creator.id', 'document.creator_id')
    .leftJoin('documents.file as file', (join) =>
      join.onRef('file.document_id', '=', 'document.id').on('file.kind', '=', 'imported-pdf'),
    )
    .leftJoin('documents.label as folder', 'folder.id', 'document.folder_id')
    .select(['folder.name as folder', 'document.archived_at'])
    .select(tagsOf(db, sql<string>`document.id`).as('tags'))
    .select(['document.kind', 'document.valid_until', 'file.size', 'file.pages'])
    .select([
      'document.id',
      'document.name',
      'number',
      'status',
      'stage',
      'failed_signing',
      'document.updated_at',
      'category',
      'template_code',
      'bilingual',
    ])
    .select(`document.${counterpartyIn(locale)} as counterparty`)
    .select('creator.name as owner')
    .orderBy(orderBy(order, cursor))
  return db.selectNoFrom([jsonArrayFrom(rows).as('rows'), countQuery(db, viewer, filter).as('total')])
}

type ListResult = InferResult<ReturnType<typeof listQuery>>[number]

/** Completes the rows of `listQuery`, and finds the cursors of the previous and next pages, if any. */
function readList(viewer: Viewer, filter: DocumentFilter, size: number, { rows, total }: ListResult) {
  const order = ORDERS[filter.sort]
  const documents = rows.map(({ template_code, ...row }) => {
    const times = {
      archived_at: row.archived_at === null ? null : new Date(row.archived_at),
      updated_at: new Date(row.updated_at),
      valid_until: row.valid_until === null ? null : new Date(row.valid_until),
    }
    const document = { ...row, ...times }
    return { ...document, type: typeOf(template_code), validity: validityOf(document, viewer) }
  })
  return { ...pageFrom(order, readCursor(order, filter), size, documents), total: total ?? 0 }
}

/**
 * One page of the viewer's documents, the number of documents on all pages, and the cursors of the previous
 * and next pages, if any.
 */
export async function listDocuments(
  db: Db,
  viewer: Viewer,
  filter: DocumentFilter,
  locale: string,
  size = ROWS,
) {
  const result = await listQuery(db, viewer, filter, locale, size).executeTakeFirstOrThrow()
  return readList(viewer, filter, size, result)
}

/** The ids of the first `limit` documents that a filter matches. */
export async function matchingIds(db: Db, viewer: Viewer, filter: DocumentFilter, limit: number) {
  const order = ORDERS[filter.sort]
  const rows = await filteredDocuments(db, viewer, filter, { order, cursor: null, limit })
    .select('document.id')
    .orderBy(orderBy(order, null))
    .execute()
  return rows.map(({ id }) => id)
}

export type ListedDocument = Awaited<ReturnType<typeof listDocuments>>['rows'][number]

/**
 * The highest number that is counted exactly, so that counting takes the same time with a million documents;
 * lower with a keyword, which is slower.
 */
export const countLimit = ({ keyword }: DocumentFilter) => (keyword ? ROWS : 1000)

/** The last action on a document of the list, by its id. */
export interface DoneAction {
  deleted?: string
  restored?: string
}

/** The number of documents that the filter matches, counted up to `countLimit` + 1. */
function countQuery(db: Db, viewer: Viewer, filter: DocumentFilter) {
  const range = { order: ORDERS[filter.sort], cursor: null, limit: countLimit(filter) + 1, ordered: false }
  const matches = filteredDocuments(db, viewer, filter, range).select(sql`1`.as('one'))
  return db.selectFrom(matches.as('some')).select((eb) => eb.fn.countAll<number>().as('total'))
}

/**
 * Everything on My Documents in one query: the list, the document just deleted or restored, the storage,
 * folders, tags and saved views.
 */
export async function findMyDocuments(
  db: Db,
  viewer: Viewer,
  filter: DocumentFilter,
  locale: string,
  lastAction: DoneAction,
) {
  const id = lastAction.deleted ?? lastAction.restored ?? ''
  const choices = filingChoices(db, viewer)
  const { name, storage, labels, views, ...result } = await listQuery(db, viewer, filter, locale, ROWS)
    .select([
      choices.labels.as('labels'),
      choices.views.as('views'),
      withDeleted(db, viewer)
        .select('document.name')
        .where((eb) => (isId(id) ? eb('document.id', '=', id) : eb.lit(false)))
        .where('document.deleted_at', lastAction.deleted ? 'is not' : 'is', null)
        .as('name'),
      jsonObjectFrom(storageOf(db, viewer)).as('storage'),
    ])
    .executeTakeFirstOrThrow()
  return {
    ...readList(viewer, filter, ROWS, result),
    done: name === null ? null : { id, name, deleted: Boolean(lastAction.deleted) },
    storage: storage && readStorage(storage),
    labels,
    views,
  }
}

export type MyDocuments = Awaited<ReturnType<typeof findMyDocuments>>

const LATEST_COUNT = 5

/** The latest few documents, by edit and by completion, for the home page. */
export async function latestDocuments(db: Db, viewer: Viewer, locale: string) {
  const latestQuery = (isCompleted: boolean) =>
    db
      .selectFrom(
        visibleDocuments(db, viewer)
          .select(['document.id', 'name', 'number', 'status', 'document.kind', 'document.updated_at'])
          .select(`document.${counterpartyIn(locale)} as counterparty`)
          .where('document.archived_at', 'is', null)
          .where('stage', isCompleted ? '=' : '>', STAGES.indexOf('completed') + 1)
          .orderBy('document.updated_at', 'desc')
          .limit(LATEST_COUNT)
          .as('latest'),
      )
      .selectAll('latest')
  const rows = await latestQuery(false).unionAll(latestQuery(true)).orderBy('updated_at', 'desc').execute()
  const { edited = [], completed = [] } = Object.groupBy(rows, ({ status }) =>
    status === 'completed' ? 'completed' : 'edited',
  )
  return { edited, completed }
}

/** The number of a person's latest documents that recommendations use. */
const RECENT_LIMIT = 50

/** The template categories of the viewer's latest documents, with counts. */
export const usedCategories = (db: Db, viewer: Viewer) =>
  db
    .selectFrom(
      visibleDocuments(db, viewer)
        .select('category')
        .where('document.kind', '=', 'drafted')
        .where('document.creator_id', '=', viewer.id)
        .orderBy('document.updated_at', 'desc')
        .limit(RECENT_LIMIT)
        .as('latest'),
    )
    .select((eb) => ['category', eb.fn.countAll<number>().as('count')])
    .groupBy('category')
    .orderBy('category')
