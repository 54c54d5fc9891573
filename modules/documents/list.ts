import { teamNames } from '#modules/accounts/index.ts'
import type { Db } from '#src/app/database.ts'
import { cleanText } from '#src/core/clean-text.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { containing } from '#src/db/patterns.ts'
import { visibleDocuments } from './document.ts'
import { STATUSES, type Status } from './status.ts'

export interface DocumentFilter {
  keyword: string
  status: Status | ''
  /** yyyy-MM-dd in Shanghai, both inclusive, '' for none */
  since: string
  until: string
  /** `updated_at` and id of the last row shown; pages go by key, so the thousandth costs what the first does. */
  after: string
}

const ROWS = 20

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

export function readFilter(query: Record<string, string | undefined>): DocumentFilter {
  const date = (text = '') => (DATE.test(text) ? text : '')
  return {
    keyword: cleanText(query.keyword ?? '')
      .trim()
      .slice(0, 100),
    status: STATUSES.includes(query.status as Status) ? (query.status as Status) : '',
    since: date(query.since),
    until: date(query.until),
    after: query.after ?? '',
  }
}

/** One page of the viewer's documents, newest edit first, with the cursor of the next page if there is one. */
export async function listDocuments(db: Db, viewer: Viewer, filter: DocumentFilter) {
  let query = visibleDocuments(db, viewer)
    .leftJoin(teamNames(db, viewer).as('creator'), 'creator.id', 'document.creator_id')
    .select(['document.id', 'document.name', 'number', 'status', 'document.updated_at', 'category'])
    .select('creator.name as creator')
    .orderBy('document.updated_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(ROWS + 1)
  if (filter.keyword) {
    const like = containing(filter.keyword)
    query = query.where((eb) => eb.or([eb('document.name', 'ilike', like), eb('number', 'ilike', like)]))
  }
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.since)
    query = query.where('document.updated_at', '>=', new Date(`${filter.since}T00:00:00+08:00`))
  if (filter.until) query = query.where('document.updated_at', '<', dayAfter(filter.until))
  const cursor = readCursor(filter.after)
  if (cursor)
    query = query.where((eb) =>
      eb(eb.refTuple('document.updated_at', 'document.id'), '<', eb.tuple(cursor.at, cursor.id)),
    )
  const rows = await query.execute()
  const shown = rows.slice(0, ROWS)
  return { rows: shown, next: rows.length > ROWS ? cursorOf(shown.at(-1)!) : null }
}

export type ListedDocument = Awaited<ReturnType<typeof listDocuments>>['rows'][number]

function dayAfter(day: string): Date {
  return new Date(new Date(`${day}T00:00:00+08:00`).getTime() + 86_400_000)
}

function cursorOf(row: { updated_at: Date; id: string }): string {
  return `${row.updated_at.toISOString()}_${row.id}`
}

function readCursor(text: string): { at: Date; id: string } | null {
  const [at = '', id = ''] = text.split('_')
  const time = new Date(at)
  return isId(id) && !Number.isNaN(time.getTime()) ? { at: time, id } : null
}

const LATEST = 5

/** The latest few, by edit and by completion, for the home page. */
export async function latestDocuments(db: Db, viewer: Viewer) {
  const latest = (completed: boolean) =>
    db
      .selectFrom(
        visibleDocuments(db, viewer)
          .select(['document.id', 'name', 'number', 'status', 'document.updated_at'])
          .where('status', completed ? '=' : '!=', 'completed')
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
