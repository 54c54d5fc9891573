import { type Selectable, sql } from 'kysely'
import { lockPlan, restorePlan, teamPeople } from '#modules/accounts/index.ts'
import { DAY, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { PlanBefore, PlanChangeTable } from '../desk/desk-schema.ts'
import { revokeGrants } from '../ledger/usage.ts'
import type { Order } from '../ordering/order.ts'

export type PlanChange = Selectable<PlanChangeTable>

/** A team's plan before a change, for `recordPlanChange`. */
export async function planBefore(trx: Db, teamId: string): Promise<PlanBefore> {
  const plan = await lockPlan(trx, teamId)
  const text = (time: Date | null) => time?.toISOString() ?? null
  return {
    package: plan.package,
    startedAt: text(plan.package_started_at),
    endsAt: text(plan.package_ends_at),
    seats: plan.seats,
    people: await countPeople(trx, teamId),
    singlesEndAt: text(plan.singles_end_at),
  }
}

/** Rows that this transaction has written. */
const WRITTEN_HERE = sql<boolean>`xmin = pg_current_xact_id()::xid`

interface PlanChangeCause {
  teamId: string
  orderId: string | null
  /** A refund that revoked a purchase. */
  refundId?: string
  before: PlanBefore
}

/**
 * Records the changes of this transaction to a team's plan: its new terms, the terms they replaced, and its
 * grants.
 */
export async function recordPlanChange(trx: Db, { teamId, orderId, refundId, before }: PlanChangeCause) {
  const terms = await trx
    .selectFrom('orders.term')
    .select(['id', 'replaced_at'])
    .where('team_id', '=', teamId)
    .where(WRITTEN_HERE)
    .execute()
  const grants = await trx
    .selectFrom('orders.usage_entry')
    .select('id')
    .where('team_id', '=', teamId)
    .where('quantity', '>', 0)
    .where(WRITTEN_HERE)
    .execute()
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  await trx
    .insertInto('orders.plan_change')
    .values({
      id: newId(),
      team_id: teamId,
      order_id: orderId,
      refund_id: refundId ?? null,
      before: JSON.stringify(before),
      added: idsOf(terms.filter((term) => !term.replaced_at)),
      replaced: idsOf(terms.filter((term) => term.replaced_at)),
      grants: idsOf(grants),
      made_at: now(),
      undone_at: null,
    })
    .execute()
}

/** The team's last change that was not undone. */
export const lastChange = (trx: Db, teamId: string) =>
  trx
    .selectFrom('orders.plan_change')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Whether a refund or a reversal has removed terms since an upgrade was placed, whose lines list the terms
 * at that time.
 */
export async function wereTermsRemoved(
  trx: Db,
  { team_id, created_at }: Pick<Order, 'team_id' | 'created_at'>,
) {
  const deletedTerms = await trx
    .selectFrom('orders.plan_change')
    .select('id')
    .where('team_id', '=', team_id)
    .where((eb) =>
      eb.or([
        eb('undone_at', '>', created_at),
        eb.and([eb('refund_id', 'is not', null), eb('made_at', '>', created_at)]),
      ]),
    )
    .where(sql<boolean>`(added <> '{}' or replaced <> '{}')`)
    .executeTakeFirst()
  return deletedTerms !== undefined
}

/** A change can be undone within a day. */
export const isOfLastDay = (madeAt: Date) => now().getTime() - madeAt.getTime() <= DAY

const undoError = (reason: MessageKey<'desk.problem'>) =>
  new AppError('ORDER_STATUS_WRONG', {}, `desk.problem.${reason}`)

/**
 * Restores a team's plan to its state before its last change: revokes grants, deletes new terms and restores
 * replaced ones. Throws ORDER_STATUS_WRONG if the change is older than a day, is not the last one, or some
 * of it has been used. The caller must hold the lock of the team's orders.
 */
export async function undoChange(trx: Db, change: PlanChange, staffId: string) {
  if (!isOfLastDay(change.made_at)) throw undoError('dayOver')
  const latestChange = await lastChange(trx, change.team_id)
  if (latestChange?.id !== change.id) throw undoError('changedSince')
  await refuseMembers(trx, change)
  await revokeGrants(trx, change.grants, staffId)
  await revokeTerms(trx, change)
  const { before } = change
  const time = (text: string | null) => (text ? new Date(text) : null)
  await restorePlan(trx, change.team_id, {
    package: before.package,
    package_started_at: time(before.startedAt),
    seats: before.seats,
    package_ends_at: time(before.endsAt),
    singles_end_at: time(before.singlesEndAt),
  })
  await trx.updateTable('orders.plan_change').set({ undone_at: now() }).where('id', '=', change.id).execute()
}

/** Throws if people have joined since on seats that would be lost. */
async function refuseMembers(trx: Db, { team_id: teamId, before }: PlanChange) {
  const people = await countPeople(trx, teamId)
  if (people > before.seats && people > before.people) throw undoError('members')
}

const countPeople = async (trx: Db, teamId: string) => (await teamPeople(trx, { teamId }).execute()).length

async function revokeTerms(trx: Db, { added, replaced }: PlanChange) {
  const terms = (ids: string[]) => trx.updateTable('orders.term').where('id', 'in', ids)
  if (added.length) await terms(added).set({ replaced_at: now(), credited: 0n }).execute()
  if (replaced.length) await terms(replaced).set({ replaced_at: null, credited: null }).execute()
}
