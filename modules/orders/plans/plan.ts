import { monthlyPlans, setPlan } from '#modules/accounts/index.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { type Grant, grantedKeys, grantUsage, PLAN } from '../ledger/usage.ts'
import { findPackage, listPackages } from '../packages/package.ts'
import { type PackageName, type PackageTable, USAGE_KINDS, type UsageKind } from '../schema.ts'
import { monthOf } from './month.ts'

type MonthlyPlan = Awaited<ReturnType<typeof monthlyPlans>>[number]

const COLUMN_OF = {
  document_1: 'documents_1',
  document_2: 'documents_2',
  esign: 'esigns',
} as const satisfies Record<UsageKind, string>

/**
 * Starts a package for the team, from now to `endsAt` (null for no end), and grants the uses of its first
 * month, with the contents that were bought or agreed, otherwise the current ones. With a source, it grants
 * them even if an ended plan of the same package was granted this month. Throws for a customised package
 * without contents.
 */
export async function startPlan(
  trx: Db,
  teamId: string,
  code: PackageName,
  endsAt: Date | null,
  { bought, source }: { bought?: PackageTable; source?: string } = {},
) {
  const row = bought ?? (await findPackage(trx, code))
  if (row.seats === null) throw new Error(`the package ${code} has no numbers of its own`)
  await setPlan(trx, teamId, { package: row.plan, endsAt, seats: row.seats })
  for (const grant of monthOfUses(row, { teamId, startedAt: now(), endsAt }))
    await grantUsage(trx, { ...grant, source })
}

/** A new team begins on the free demo, with its documents and e-signings. */
export async function beginFreeDemo(trx: Db, { teamId }: { teamId: string }) {
  await startPlan(trx, teamId, 'free', null)
}

/** The grants for the plan's current month; the key of each contains the month. */
export function monthOfUses(
  row: PackageTable,
  { teamId, startedAt, endsAt }: Pick<MonthlyPlan, 'teamId' | 'startedAt'> & { endsAt: Date | null },
): Grant[] {
  const { from, to } = monthOf(startedAt, now())
  const expiresAt = endsAt && endsAt < to ? endsAt : to
  return USAGE_KINDS.flatMap((kind) => {
    const quantity = row[COLUMN_OF[kind]]
    const key = monthKey(teamId, row.code, from, kind)
    return quantity ? [{ teamId, kind, quantity, expiresAt, key }] : []
  })
}

/** The key of a month's grant, unique for each month. */
export const monthKey = (teamId: string, code: PackageName, from: Date, kind: UsageKind) =>
  `${planPrefix(teamId)}${code} ${shanghaiDay(from)} ${kind}`

/** The prefix of the keys of all grants of a team's plans. */
export const planPrefix = (teamId: string) => `${PLAN}${teamId} `

/** The grants of the current month of a team's plan, or of one package of it. */
export async function grantsOfPlan(db: Db, teamId: string, code?: PackageName): Promise<string[]> {
  const rows = await db
    .selectFrom('orders.usage_entry')
    .select('id')
    .where('team_id', '=', teamId)
    .where('quantity', '>', 0)
    .where('expires_at', '>', now())
    .where('key', 'like', `${planPrefix(teamId)}${code ? `${code} ` : ''}%`)
    .where('key', 'not like', `${planPrefix(teamId)}free %`)
    .execute()
  return rows.map(({ id }) => id)
}

const BATCH = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Grants every team on a monthly plan the uses of its new month. Each month is granted once. */
export const monthlyUses = job('monthly-uses', async (db) => {
  const packages = new Map((await listPackages(db)).map((row) => [row.code as string, row]))
  for (let lastTeamId = FIRST_ID; ; ) {
    const plans = await monthlyPlans(db, { from: now() }, lastTeamId, BATCH)
    const boughtById = await boughtContents(db, plans)
    const grants = plans.flatMap((plan) =>
      monthOfUses(boughtById.get(plan.teamId) ?? packages.get(plan.package)!, plan),
    )
    const grantedPlanKeys = await grantedKeys(
      db,
      grants.map((grant) => grant.key),
    )
    for (const grant of grants) if (!grantedPlanKeys.has(grant.key)) await grantUsage(db, grant)
    if (plans.length < BATCH) return
    lastTeamId = plans.at(-1)!.teamId
  }
})

/**
 * The contents of the running terms: as agreed with the team, or as in the package when it was ordered.
 * Later changes of the package do not affect them.
 */
async function boughtContents(db: Db, plans: MonthlyPlan[]): Promise<Map<string, PackageTable>> {
  if (!plans.length) return new Map()
  const rows = await db
    .selectFrom('orders.term as term')
    .leftJoin('orders.order as order', 'order.id', 'term.order_id')
    .select('term.team_id')
    .select((eb) => eb.fn.coalesce('term.contents', 'order.contents').as('contents'))
    .where(
      'term.team_id',
      'in',
      plans.map(({ teamId }) => teamId),
    )
    .where('replaced_at', 'is', null)
    .where('from_at', '<=', now())
    .where('to_at', '>', now())
    .execute()
  const planOf = new Map(plans.map((plan) => [plan.teamId, plan.package]))
  return new Map(
    rows.flatMap(({ team_id, contents }) =>
      contents?.plan === planOf.get(team_id) ? [[team_id, contents as PackageTable]] : [],
    ),
  )
}
