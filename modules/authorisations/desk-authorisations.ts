import { sql } from 'kysely'
import { logDeskAction, requireAccountsDesk, staffNames } from '#modules/accounts/index.ts'
import { fillsQueue } from '#src/calendar/queue.ts'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Picture } from '#src/files/pictures/picture.ts'
import { getFile } from '#src/jobs/storage.ts'
import { type Authorisation, findAuthorisation, grantedNow, licenceKey } from './authorisation.ts'
import { notify } from './news.ts'

const ROWS = 30

fillsQueue('authorisations', {
  from: sql`authorisations.authorisation where state = 'pending' and sender = 'institution'`,
  since: 'requested_at',
  due: 'due_at',
  items: {
    table: 'authorisations.authorisation',
    isOpen: sql`state = 'pending' and sender = 'institution'`,
    account: sql`account_id`,
    label: () => sql`name`,
  },
})

const withOwners = (db: Db) =>
  db
    .selectFrom('authorisations.authorisation as authorisation')
    .leftJoin(staffNames(db).as('owner'), 'owner.id', 'authorisation.owner_id')
    .selectAll('authorisation')
    .select('owner.name as ownerName')

export type DeskAuthorisation = Authorisation & { ownerName: string | null }

/**
 * One page of the institutions' authorisations: pending ones oldest first, in the order of service; decided
 * ones newest first.
 */
export async function listForDesk(
  db: Db,
  viewer: Viewer,
  { isDecided, from = '' }: { isDecided: boolean; from?: string },
) {
  requireAccountsDesk(viewer)
  let query = withOwners(db)
    .where('sender', '=', 'institution')
    .where('state', isDecided ? '!=' : '=', 'pending')
    .orderBy('authorisation.id', isDecided ? 'desc' : 'asc')
    .limit(ROWS + 1)
  if (isId(from)) query = query.where('authorisation.id', isDecided ? '<' : '>', from)
  return onePage(await query.execute(), ROWS)
}

/** Throws NOT_FOUND, also for every viewer who is not staff. */
export async function findForDesk(db: Db, viewer: Viewer, id: string): Promise<DeskAuthorisation> {
  requireAccountsDesk(viewer)
  if (!isId(id)) notFound()
  const authorisation = await withOwners(db)
    .where('authorisation.id', '=', id)
    .where('sender', '=', 'institution')
    .executeTakeFirst()
  return authorisation ?? notFound()
}

/** The picture of the licence. Throws NOT_FOUND when it has been deleted. */
export async function findLicence(db: Db, viewer: Viewer, id: string): Promise<Picture> {
  const { licence } = await findForDesk(db, viewer, id)
  return licence ? { type: licence, bytes: await getFile(db, licenceKey(id)) } : notFound()
}

/**
 * Grants a pending authorisation from now on. Throws AUTHORISATION_DECIDED when it has already been decided.
 */
export async function grantAuthorisation(db: Db, viewer: Viewer, id: string) {
  await findForDesk(db, viewer, id)
  await decide(db, viewer, id, grantedNow())
}

/** Grants the viewer's own pending authorisation; in the demo every user may act as our staff. */
export async function grantInDemo(db: Db, viewer: Viewer, id: string) {
  if (!config.demo) notFound()
  await findAuthorisation(db, viewer, id)
  await decide(db, viewer, id, grantedNow())
}

/** Refuses a pending authorisation. Throws AUTHORISATION_DECIDED when it has already been decided. */
export async function refuse(db: Db, viewer: Viewer, id: string, reason: string) {
  await findForDesk(db, viewer, id)
  await decide(db, viewer, id, { state: 'refused', decided_at: now(), reason })
}

type DecisionColumns = ReturnType<typeof grantedNow> | { state: 'refused'; decided_at: Date; reason: string }

async function decide(db: Db, viewer: Viewer, id: string, decision: DecisionColumns) {
  await db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('authorisations.authorisation')
      .set({ ...decision, decided_by: viewer.id })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (!updated) throw new AppError('AUTHORISATION_DECIDED')
    const kind = updated.state === 'granted' ? 'authorisationGranted' : 'authorisationRefused'
    await notify(trx, updated, kind)
    await logDeskAction(trx, viewer, {
      accountId: updated.account_id,
      path: `/desk/authorisations/${id}`,
      action: updated.state === 'granted' ? 'grant-authorisation' : 'refuse-authorisation',
      reason: updated.reason ?? '–',
    })
  })
}
