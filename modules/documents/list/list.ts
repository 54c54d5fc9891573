import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { teamNames } from '#modules/accounts/index.ts'
import type { Db } from '#src/app/database.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { beyond, ordering, pageFrom, placeIn } from '#src/db/keyset.ts'
import { containing } from '#src/db/patterns.ts'
import { visibleDocuments, withDeleted } from '../document.ts'
import { validityOf } from '../drafts/validity.ts'
import { readStorage, storageOf } from '../imports/storage-meter.ts'
import { STAGES } from '../status.ts'
import type { DocumentFilter } from './filter.ts'
import { ORDERS } from './order.ts'

const ROWS = 20

/** The column of the other party's name in a language of the interface. */
const counterpartyIn = (locale: string) => (locale === 'en_US' ? 'counterparty_en' : 'counterparty')

function filtered(db: Db, viewer: Viewer, filter: DocumentFilter) {
  let query = visibleDocuments(db, viewer)
  if (filter.tab !== 'recent')
    query = query.where('document.kind', '=', filter.tab === 'imported' ? 'imported' : 'drafted')
  if (filter.keyword) {
    const like = containing(filter.keyword)
    query = query.where((eb) =>
      eb.or([
        ...(['name', 'number', 'counterparty', 'counterparty_en'] as const).map((column) =>
          eb(`document.${column}`, 'ilike', like),
        ),
        eb('document.words', 'like', like.toLowerCase()),
      ]),
    )
  }
  if (filter.status) query = query.where('document.stage', '=', STAGES.indexOf(filter.status) + 1)
  if (filter.since)
    query = query.where('document.updated_at', '>=', new Date(`${filter.since}T00:00:00+08:00`))
  if (filter.until) query = query.where('document.updated_at', '<', dayAfter(filter.until))
  return query
}

function dayAfter(day: string): Date {
  return new Date(new Date(`${day}T00:00:00+08:00`).getTime() + 86_400_000)
}

/** One page of the viewer's documents, and the cursors of the pages before and behind it, where there are such. */
export async function listDocuments(db: Db, viewer: Viewer, filter: DocumentFilter, locale: string) {
  const order = ORDERS[filter.sort]
  const place = placeIn(order, filter)
  let query = filtered(db, viewer, filter)
    .leftJoin(teamNames(db, viewer).as('creator'), 'creator.id', 'document.creator_id')
    .leftJoin('documents.file as file', (join) =>
      join.onRef('file.document_id', '=', 'document.id').on('file.kind', '=', 'imported-pdf'),
    )
    .select(['document.kind', 'document.valid_until', 'file.size', 'file.pages'])
    .select(['document.id', 'document.name', 'number', 'status', 'stage', 'document.updated_at', 'category'])
    .select(`document.${counterpartyIn(locale)} as counterparty`)
    .select((eb) =>
      eb
        .case()
        .when('document.creator_id', '!=', viewer.id)
        .then(eb.ref('creator.name'))
        .end()
        .as('colleague'),
    )
    .orderBy(ordering(order, place))
    .limit(ROWS + 1)
  if (place) query = query.where(beyond(order, place))
  const found = await query.execute()
  return pageFrom(
    order,
    place,
    ROWS,
    found.map((row) => ({ ...row, validity: validityOf(row, viewer) })),
  )
}

export type ListedDocument = Awaited<ReturnType<typeof listDocuments>>['rows'][number]

/** Beyond this nobody counts on, so that counting costs no more with a million documents. */
export const MOST_COUNTED = 1000

/** What has just been done to a document of the list, by its id. */
export interface Done {
  deleted?: string
  restored?: string
}

/** How many documents the filter finds, and the name of the one that something has just been done to. */
export async function countDocuments(db: Db, viewer: Viewer, filter: DocumentFilter, done: Done) {
  const id = done.deleted ?? done.restored ?? ''
  const some = filtered(db, viewer, filter)
    .select(sql`1`.as('one'))
    .limit(MOST_COUNTED + 1)
  const { total, name, storage } = await db
    .selectNoFrom((eb) => [
      eb.selectFrom(some.as('some')).select(eb.fn.countAll<number>().as('total')).as('total'),
      withDeleted(db, viewer)
        .select('document.name')
        .where((eb) => (isId(id) ? eb('document.id', '=', id) : eb.lit(false)))
        .where('document.deleted_at', done.deleted ? 'is not' : 'is', null)
        .as('name'),
      // The other tabs show no meter.
      (filter.tab === 'imported' ? jsonObjectFrom(storageOf(db, viewer)) : sql<null>`null`).as('storage'),
    ])
    .executeTakeFirstOrThrow()
  return {
    total: total ?? 0,
    done: name === null ? null : { id, name, deleted: Boolean(done.deleted) },
    storage: storage && readStorage(storage),
  }
}

export type Count = Awaited<ReturnType<typeof countDocuments>>

const LATEST = 5

/** The latest few, by edit and by completion, for the home page. */
export async function latestDocuments(db: Db, viewer: Viewer, locale: string) {
  const latest = (completed: boolean) =>
    db
      .selectFrom(
        visibleDocuments(db, viewer)
          .select(['document.id', 'name', 'number', 'status', 'document.kind', 'document.updated_at'])
          .select(`document.${counterpartyIn(locale)} as counterparty`)
          .where('stage', completed ? '=' : '>', STAGES.indexOf('completed') + 1)
          .orderBy('document.updated_at', 'desc')
          .limit(LATEST)
          .as('latest'),
      )
      .selectAll('latest')
  const rows = await latest(false).unionAll(latest(true)).orderBy('updated_at', 'desc').execute()
  const { edited = [], completed = [] } = Object.groupBy(rows, ({ status }) =>
    status === 'completed' ? 'completed' : 'edited',
  )
  return { edited, completed }
}

/** Of how many of one's own documents what one uses is told. */
const LOOKED_AT = 50

/** Of which categories the viewer's own latest documents are, and how many of each. */
export const usedCategories = (db: Db, viewer: Viewer) =>
  db
    .selectFrom(
      visibleDocuments(db, viewer)
        .select('category')
        .where('document.kind', '=', 'drafted')
        .where('document.creator_id', '=', viewer.id)
        .orderBy('document.updated_at', 'desc')
        .limit(LOOKED_AT)
        .as('latest'),
    )
    .select((eb) => ['category', eb.fn.countAll<number>().as('count')])
    .groupBy('category')
    .orderBy('category')
