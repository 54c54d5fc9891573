import '../events.ts'
import { administratorsOf, monthlyPlans } from '#modules/accounts/index.ts'
import { ago, DAY, fromNow, now, shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { emit } from '#src/jobs/module-events.ts'
import type { PlanStep } from '../schema.ts'
import { mailEach } from './people.ts'
import { sendPlanEndingLater } from './plan-mails.ts'

const WEEK = 7 * DAY
const BATCH = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Hourly: notifies administrators that their team's plan ends, once each: seven days before, one day before,
 * and when it has ended. After a renewal, the previous end is not reported. The end of a plan that will be
 * renewed automatically is not reported either, unless a charge has failed.
 */
export const planEndings = job('plan-endings', async (db) => {
  // Older endings are not reported.
  const period = { from: ago(WEEK), to: fromNow(WEEK) }
  for (let lastTeamId = FIRST_ID; ; ) {
    const plans = await monthlyPlans(db, period, lastTeamId, BATCH)
    for (const plan of plans) await db.transaction().execute((trx) => notifyEnding(trx, plan))
    if (plans.length < BATCH) return
    lastTeamId = plans.at(-1)!.teamId
  }
})

function stepOf(endsAt: Date): PlanStep {
  const remaining = endsAt.getTime() - now().getTime()
  if (remaining <= 0) return 'ended'
  return remaining <= DAY ? 'day' : 'week'
}

async function notifyEnding(
  trx: Db,
  { teamId, package: plan, endsAt }: Awaited<ReturnType<typeof monthlyPlans>>[number],
) {
  const step = stepOf(endsAt)
  if (step !== 'ended' && (await willBeRenewed(trx, teamId, endsAt))) return
  const notice = await trx
    .insertInto('orders.plan_notice')
    .values({ team_id: teamId, ends_at: endsAt, step, told_at: now() })
    .onConflict((oc) => oc.doNothing())
    .returning('step')
    .executeTakeFirst()
  if (!notice) return
  const path = step === 'ended' ? '/pricing' : '/mgmt/acct-info'
  await emit(trx, 'plan-ending', { teamId, step, plan, day: shanghaiDay(endsAt), path })
  await mailEach(trx, await administratorsOf(trx, teamId), (to) =>
    sendPlanEndingLater[step](trx, to, { plan, endsAt, path }),
  )
}

const willBeRenewed = async (trx: Db, teamId: string, endsAt: Date) =>
  (await trx
    .selectFrom('orders.renewal')
    .select('id')
    .where('team_id', '=', teamId)
    .where('plan_ends_at', '=', endsAt)
    .where('state', 'in', ['open', 'paid'])
    .where('tries', '=', 0)
    .executeTakeFirst()) !== undefined
