import { type Selectable, sql } from 'kysely'
import { logDeskAction, staffNames } from '#modules/accounts/index.ts'
import { fillsQueue } from '#src/calendar/queue.ts'
import { now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Audience, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive } from '#src/live/notify.ts'
import { draftDue } from './draft-due.ts'
import {
  type Action,
  type AnnouncementTable,
  type AnnouncementTexts,
  KINDS,
  type Kind,
  STATES,
  type State,
} from './schema.ts'

export type Announcement = Selectable<AnnouncementTable>

/** The fields that staff fill in. */
export interface AnnouncementFields {
  kind: Kind
  audience: Audience
  texts: AnnouncementTexts
  byMail: boolean
  byMessage: boolean
  startsAt: Date | null
  endsAt: Date
  eventFrom: Date | null
  eventUntil: Date | null
}

export interface AnnouncementFilter {
  state: State | 'all'
  kind: Kind | 'all'
  /** The cursor of the page; '' for the first page. */
  before: string
}

export const readFilter = (query: Record<string, string | undefined>): AnnouncementFilter => ({
  state: STATES.find((state) => state === query.state) ?? 'all',
  kind: KINDS.find((kind) => kind === query.kind) ?? 'all',
  before: isId(query.before ?? '') ? query.before! : '',
})

const ROWS = 30

fillsQueue('announcements', {
  from: sql`announcements.announcement where state = 'draft'`,
  since: 'created_at',
  due: 'due_at',
  author: 'edited_by',
})

/** One page of announcements, newest first; if only drafts are listed, oldest first. */
export async function listAnnouncements(db: Db, { state, kind, before }: AnnouncementFilter) {
  const isQueue = state === 'draft'
  let query = db
    .selectFrom('announcements.announcement as announcement')
    .leftJoin(staffNames(db).as('author'), 'author.id', 'edited_by')
    .select(['announcement.id', 'kind', 'audience', 'texts', 'state', 'starts_at', 'ends_at', 'created_at'])
    .select(['reached', 'recipients', 'due_at', 'author.name as authorName'])
    .orderBy('announcement.id', isQueue ? 'asc' : 'desc')
    .limit(ROWS + 1)
  if (state !== 'all') query = query.where('state', '=', state)
  if (kind !== 'all') query = query.where('kind', '=', kind)
  if (before) query = query.where('announcement.id', isQueue ? '>' : '<', before)
  return onePage(await query.execute(), ROWS)
}

export type ListedAnnouncement = Awaited<ReturnType<typeof listAnnouncements>>['rows'][number]

/** An announcement with its author's name. Throws NOT_FOUND. */
export async function findForDesk(db: Db, id: string) {
  if (!isId(id)) notFound()
  const query = db
    .selectFrom('announcements.announcement as announcement')
    .leftJoin(staffNames(db).as('author'), 'author.id', 'edited_by')
    .selectAll('announcement')
    .select('author.name as authorName')
    .where('announcement.id', '=', id)
  return (await query.executeTakeFirst()) ?? notFound()
}

export type AnnouncementAtDesk = Awaited<ReturnType<typeof findForDesk>>

/** Throws NOT_FOUND. */
export async function findAnnouncement(db: Db, id: string): Promise<Announcement> {
  if (!isId(id)) notFound()
  const query = db.selectFrom('announcements.announcement').selectAll().where('id', '=', id)
  return (await query.executeTakeFirst()) ?? notFound()
}

/** The history of an announcement, newest first. */
export async function actionsOn(db: Db, id: string) {
  return db
    .selectFrom('announcements.action as action')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'staff_id')
    .select(['action.id', 'action', 'at', 'staff.name as staffName'])
    .where('announcement_id', '=', id)
    .orderBy('action.id', 'desc')
    .execute()
}

export type LoggedAction = Awaited<ReturnType<typeof actionsOn>>[number]

/** Logs an action; `staff` is null for an automatic one. */
export async function logAction(trx: Db, staff: Pick<Viewer, 'id'> | null, id: string, action: Action) {
  await trx
    .insertInto('announcements.action')
    .values({ id: newId(), announcement_id: id, staff_id: staff?.id ?? null, action, at: now() })
    .execute()
  // Each of these actions may add a draft to the queue or remove one.
  if (staff) await notifyLive(trx, ['desk'], 'todo')
  if (!staff || (action !== 'schedule' && action !== 'withdraw')) return
  await logDeskAction(trx, staff, {
    accountId: null,
    subject: (await findAnnouncement(trx, id)).texts.zh_CN.title,
    path: `/desk/announcements/${id}`,
    action: `${action}-announcement`,
    reason: '–',
  })
}

const columnsOf = (fields: AnnouncementFields) => ({
  kind: fields.kind,
  audience: fields.audience,
  texts: JSON.stringify(fields.texts),
  by_mail: fields.byMail,
  by_message: fields.byMessage,
  starts_at: fields.startsAt,
  ends_at: fields.endsAt,
  event_from: fields.eventFrom,
  event_until: fields.eventUntil,
})

/** Writes a new draft and returns its id. */
export async function addDraft(db: Db, viewer: Viewer, fields: AnnouncementFields): Promise<string> {
  const id = newId()
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('announcements.announcement')
      .values({
        ...columnsOf(fields),
        id,
        state: 'draft',
        edited_by: viewer.id,
        created_at: now(),
        due_at: await draftDue(trx, fields, now()),
      })
      .execute()
    await logAction(trx, viewer, id, 'add')
  })
  return id
}

/** Locks the row until the transaction ends, so that changes of one announcement run one after the other. */
export async function lockAnnouncement(trx: Db, id: string): Promise<Announcement | undefined> {
  if (!isId(id)) return undefined
  const row = trx.selectFrom('announcements.announcement').selectAll().where('id', '=', id)
  return row.forUpdate().executeTakeFirst()
}

/**
 * Replaces the content of a draft. Returns `saved`, or why the draft was not replaced: a colleague has
 * `changed` it since `version`, or it is no longer a draft (`state`). Throws NOT_FOUND.
 */
export async function editDraft(
  db: Db,
  viewer: Viewer,
  id: string,
  { version, fields }: { version: number; fields: AnnouncementFields },
): Promise<'saved' | 'changed' | 'state'> {
  return db.transaction().execute(async (trx) => {
    const row = (await lockAnnouncement(trx, id)) ?? notFound()
    if (row.state !== 'draft') return 'state'
    if (row.version !== version) return 'changed'
    await trx
      .updateTable('announcements.announcement')
      .set({
        ...columnsOf(fields),
        version: version + 1,
        edited_by: viewer.id,
        due_at: await draftDue(trx, fields, row.created_at),
      })
      .where('id', '=', id)
      .execute()
    await logAction(trx, viewer, id, 'edit')
    return 'saved'
  })
}
