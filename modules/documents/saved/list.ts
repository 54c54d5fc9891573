import { sql } from 'kysely'
import { teamNames } from '#modules/accounts/index.ts'
import { isId } from '#src/core/ids.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import { searchWords } from '#src/core/text/fold.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { isMoment, type Order, orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { likePattern } from '#src/db/patterns.ts'
import { visibleTemplates, withDeleted } from './saved-template.ts'

export interface SavedFilter {
  keyword: string
  /** The cursors of the next and the previous page. */
  after: string
  before: string
}

const ROWS = 20
/** The limit of counting. */
export const MAX_COUNTED = 1000

export const SAVED_PATH = '/mgmt/my-docs?tab=templates'

export const readSavedFilter = ({
  keyword = '',
  after = '',
  before = '',
}: Record<string, string | undefined>) => ({
  keyword: cleanText(keyword).trim().slice(0, 100),
  after,
  before,
})

/** The list's address; by default the first page. */
export function savedPath(filter: SavedFilter, changes: Partial<SavedFilter> = {}): string {
  const entries = Object.entries({ ...filter, after: '', before: '', ...changes }).filter(
    ([, value]) => value,
  )
  return entries.length ? `${SAVED_PATH}&${new URLSearchParams(entries)}` : SAVED_PATH
}

const LATEST_FIRST: Order<{ id: string; created_at: Date }> = {
  keys: [
    {
      column: sql`saved.created_at`,
      textOf: ({ created_at }) => created_at.toISOString(),
      isText: isMoment,
      parameterOf: (text) => sql`${new Date(text)}::timestamptz`,
    },
    {
      column: sql`saved.id`,
      textOf: ({ id }) => id,
      isText: isId,
      parameterOf: (text) => sql`${text}::uuid`,
    },
  ],
  descending: true,
}

function filteredTemplates(db: Db, viewer: Viewer, { keyword }: SavedFilter) {
  let query = visibleTemplates(db, viewer)
  for (const word of searchWords(keyword)) {
    const pattern = likePattern(word)
    query = query.where(
      sql<boolean>`(saved.called like ${pattern} or (saved.called = '' and saved.name ilike ${pattern}))`,
    )
  }
  return query
}

/** One page of the viewer's templates, latest first, and the cursors of the adjacent pages. */
export async function listSaved(db: Db, viewer: Viewer, filter: SavedFilter) {
  const cursor = readCursor(LATEST_FIRST, filter)
  let query = filteredTemplates(db, viewer, filter)
    .leftJoin(teamNames(db, viewer).as('creator'), 'creator.id', 'saved.creator_id')
    .select(['saved.id', 'saved.name', 'category', 'type', 'template_code', 'saved.created_at'])
    .select((eb) =>
      eb.case().when('saved.creator_id', '!=', viewer.id).then(eb.ref('creator.name')).end().as('colleague'),
    )
    .orderBy(orderBy(LATEST_FIRST, cursor))
    .limit(ROWS + 1)
  if (cursor) query = query.where(pastCursor(LATEST_FIRST, cursor))
  return pageFrom(LATEST_FIRST, cursor, ROWS, await query.execute())
}

export type ListedTemplate = Awaited<ReturnType<typeof listSaved>>['rows'][number]

/**
 * The number of templates that the filter matches, and the name of the template just deleted or restored.
 */
export async function countSaved(
  db: Db,
  viewer: Viewer,
  filter: SavedFilter,
  done: { deleted?: string; restored?: string },
) {
  const id = done.deleted ?? done.restored ?? ''
  const matches = filteredTemplates(db, viewer, filter)
    .select(sql`1`.as('one'))
    .limit(MAX_COUNTED + 1)
  const { total, name } = await db
    .selectNoFrom((eb) => [
      eb.selectFrom(matches.as('some')).select(eb.fn.countAll<number>().as('total')).as('total'),
      withDeleted(db, viewer)
        .select('saved.name')
        .where((eb) => (isId(id) ? eb('saved.id', '=', id) : eb.lit(false)))
        .where('saved.deleted_at', done.deleted ? 'is not' : 'is', null)
        .as('name'),
    ])
    .executeTakeFirstOrThrow()
  return { total: total ?? 0, done: name === null ? null : { id, name, deleted: Boolean(done.deleted) } }
}

export type SavedCount = Awaited<ReturnType<typeof countSaved>>
