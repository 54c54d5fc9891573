import { type Expression, sql } from 'kysely'
import { sessionToken } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Ctx } from '#src/http/web.ts'
import { requireRunningAccess } from './access.ts'
import { isValid } from './validity.ts'

/** Outside the desk's areas, so that staff who lost their permission can leave too. */
export const LEAVING = '/support-access/leaving'

/** Why a session no longer shows a customer's pages; the labels are under `supportAccess.over.why`. */
export const ENDINGS = ['left', 'hour', 'ended', 'secured', 'closed', 'permission'] as const
export type Ending = (typeof ENDINGS)[number]

/** Whose pages a session of a member of staff shows, and why it no longer does. */
export interface Mode {
  /** Null if the customer's account was erased. */
  access: { id: string; accountId: string; reason: string; endsAt: string } | null
  ending: Exclude<Ending, 'permission'> | null
}

/** The accesses of our staff that concern the viewer. */
export interface ViewerAccesses {
  /** The viewer is a member of staff, whose session shows a customer's pages. */
  mode: Mode | null
  /** The access of our staff to the viewer's own pages that is running now. */
  toOwnPages: { id: string; endsAt: string } | null
}

const endingExpression = () => sql`case when mode.left_at is not null then 'left'
  when access.id is null then 'closed'
  when access.state = 'expired' or access.ends_at <= ${now()} then 'hour'
  when access.state <> 'allowed' then 'ended'
  when not ${isValid()} then 'secured' end`

/**
 * An expression for the query that finds the viewer. A mode belongs to one session of the member of staff
 * who requested the access.
 */
export const accessOf = (accountId: Expression<string>, token: string | undefined) =>
  sql<ViewerAccesses>`jsonb_build_object(
    'mode', (select jsonb_build_object('ending', ${endingExpression()},
        'access', case when access.id is not null then jsonb_build_object('id', access.id,
          'accountId', access.account_id, 'reason', access.reason, 'endsAt', access.ends_at) end)
      from support_access.mode mode left join support_access.access access on access.id = mode.access_id
      where mode.session_hash = ${token ? hashOf(token) : ''} and mode.staff_id = ${accountId}),
    'toOwnPages', (select jsonb_build_object('id', access.id, 'endsAt', access.ends_at)
      from support_access.access access
      where access.account_id = ${accountId} and access.state = 'allowed' and ${isValid()}))`

export const sessionHash = (c: Ctx) => hashOf(sessionToken(c) ?? '')

/** From now on this session of the member of staff shows the customer's pages. */
export async function enterPages(db: Db, staff: Viewer, id: string, session_hash: string) {
  await requireRunningAccess(db, staff, id)
  const mode = { staff_id: staff.id, access_id: id, entered_at: now(), left_at: null }
  await db
    .insertInto('support_access.mode')
    .values({ session_hash, ...mode })
    .onConflict((oc) => oc.column('session_hash').doUpdateSet(mode))
    .execute()
}

/**
 * The session no longer shows the customer's pages, but shows no pages of its own until `forgetMode` is
 * called.
 */
export async function leavePages(db: Db, session_hash: string) {
  await db
    .updateTable('support_access.mode')
    .set({ left_at: now() })
    .where('session_hash', '=', session_hash)
    .where('left_at', 'is', null)
    .execute()
}

/** Called when the member of staff has read that the access is over. Does nothing while it is running. */
export async function forgetMode(db: Db, session_hash: string) {
  await db
    .deleteFrom('support_access.mode as mode')
    .where('session_hash', '=', session_hash)
    .where((eb) =>
      eb.or([
        eb('left_at', 'is not', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('support_access.access as access')
              .select('access.id')
              .whereRef('access.id', '=', 'mode.access_id')
              .where('state', '=', 'allowed')
              .where(isValid()),
          ),
        ),
      ]),
    )
    .execute()
}
