import { sql } from 'kysely'
import { lockPlan, setPlan } from '#modules/accounts/index.ts'
import type { Db } from '#src/db/db.ts'
import { type Grant, grantedKeys, grantUsage, takeBackUses } from '../ledger/usage.ts'
import { findPackage } from '../packages/package.ts'
import { grantsOfPlan, monthOfUses } from '../plans/plan.ts'
import { addTerm, type Term } from '../plans/term.ts'
import type { PackageTable } from '../schema.ts'
import type { RevokedPurchases } from './refund-schema.ts'

/** A term that an upgrade replaced, with the contents of its package. */
export interface LowerTerm extends Term {
  boughtContents: PackageTable | null
}

/**
 * The terms that these terms have replaced, by id. A replaced term without value, because each of its orders
 * has been refunded in full, is left out.
 */
export async function lowerTerms(db: Db, terms: Term[]): Promise<Map<string, LowerTerm>> {
  const ids = terms.flatMap(({ replaces_id }) => replaces_id ?? [])
  if (!ids.length) return new Map()
  const rows = await db
    .selectFrom('orders.term as term')
    .leftJoin('orders.order as order', 'order.id', 'term.order_id')
    .selectAll('term')
    .select((eb) => eb.fn.coalesce('term.contents', 'order.contents').as('boughtContents'))
    .select(sql<boolean>`coalesce(refunded > 0 and refunded = total, false)`.as('gone'))
    .where('term.id', 'in', ids)
    .execute()
  if (rows.every(({ gone }) => gone)) return new Map()
  return new Map(rows.map(({ gone, ...term }) => [term.id, gone ? { ...term, value: 0n } : term]))
}

interface LowerPlanReturn {
  teamId: string
  /** The lower terms, the current one first. */
  lower: LowerTerm[]
  staffId: string
  source: string
}

/**
 * Reverts an upgrade: restores the replaced plan with its terms, and the uses of its month except those
 * already used in this month. Returns the restored uses.
 */
export async function returnToLower(
  trx: Db,
  { teamId, lower, staffId: by, source }: LowerPlanReturn,
): Promise<RevokedPurchases['uses']> {
  for (const { id: _, replaced_at: _r, credited: _c, created_at: _at, boughtContents: _b, ...term } of lower)
    await addTerm(trx, term)
  const [firstTerm] = lower as [LowerTerm]
  const contents = firstTerm.boughtContents ?? (await findPackage(trx, firstTerm.package))
  const startedAt = (await lockPlan(trx, teamId)).package_started_at!
  const endsAt = lower.at(-1)!.to_at
  await setPlan(trx, teamId, { package: contents.plan, startedAt, endsAt, seats: contents.seats! })
  const month = monthOfUses(contents, { teamId, startedAt, endsAt })
  // If the upgrade is of this month, the uses of the replaced plan were granted before it.
  const grantedPlanKeys = await grantedKeys(
    trx,
    month.map(({ key }) => key),
  )
  const restoredUses: RevokedPurchases['uses'] = []
  for (const grant of month.filter(({ key }) => !grantedPlanKeys.has(key))) {
    const usedCount = await usedOfPlan(trx, grant)
    await grantUsage(trx, grant)
    const { id } = await grantWith(trx, grant.key)
    const [taken] = await takeBackUses(trx, [id], { max: usedCount, by, source })
    restoredUses.push({ kind: grant.kind, quantity: grant.quantity - (taken?.quantity ?? 0) })
  }
  return restoredUses
}

const grantWith = (trx: Db, key: string) =>
  trx.selectFrom('orders.usage_entry').select('id').where('key', '=', key).executeTakeFirstOrThrow()

/** The number of spent uses of this month's grants of the plan. */
async function usedOfPlan(trx: Db, { teamId, kind }: Pick<Grant, 'teamId' | 'kind'>): Promise<number> {
  const grants = await grantsOfPlan(trx, teamId)
  // At the start of a month, its job has not granted the uses yet.
  if (!grants.length) return 0
  const { used } = await trx
    .selectFrom('orders.usage_entry')
    .select((eb) => eb.fn.coalesce(sql<number>`- sum(quantity)::int`, eb.lit(0)).as('used'))
    .where('grant_id', 'in', grants)
    .where('kind', '=', kind)
    .where('taken_back', '=', false)
    .executeTakeFirstOrThrow()
  return used
}
