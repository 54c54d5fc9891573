import '../events.ts'
import * as v from 'valibot'
import { findAccountForDesk, findMailbox, logDeskAction, sendNoticeLater } from '#modules/accounts/index.ts'
import type { StaffViewer } from '#src/auth/approval.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { lockOrders } from '../ordering/place-order.ts'
import { NUMBER_FIELDS } from '../packages/numbers.ts'
import { findPackage } from '../packages/package.ts'
import { agreedChanges, agreedContents } from './agreed.ts'
import { monthsAfter } from './month.ts'
import { startPlan } from './plan.ts'
import { planBefore, recordPlanChange } from './plan-change.ts'
import { addTerm, liveTerms, replaceTerm } from './term.ts'

/** The plans that staff can open by individual agreement. */
export const DESK_PLANS = ['basic', 'professional', 'enterprise', 'customised'] as const

/** The periods: a month, a year, or a year with an agreement. */
export const DESK_MONTHS = ['1', '12', 'agreement'] as const

export const PERIOD = { '1': 'monthly', '12': 'yearly', agreement: 'agreement' } as const

/** The reason, for the staff log. */
export const DeskReason = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(500, 'common.problem.tooLong'),
)

export const PlanForm = v.object({
  plan: v.pipe(v.optional(v.string(), ''), v.picklist(DESK_PLANS, 'common.problem.selected')),
  months: v.pipe(v.optional(v.string(), ''), v.picklist(DESK_MONTHS, 'common.problem.selected')),
  ...NUMBER_FIELDS,
  reason: DeskReason,
})

type ChosenPlan = Omit<v.InferOutput<typeof PlanForm>, 'reason'>

const endOf = ({ months }: ChosenPlan) => monthsAfter(now(), months === '1' ? 1 : 12)

/**
 * Opens a monthly plan for an administrator's team from now on, replacing the current one, and notifies the
 * administrators. Throws ACCESS_DENIED for the account of a member, of staff, or an erased one.
 */
export async function openPlan(
  db: Db,
  viewer: StaffViewer,
  accountId: string,
  { reason, ...chosenPlan }: v.InferOutput<typeof PlanForm>,
) {
  const account = await findAccountForDesk(db, viewer, accountId)
  if (!mayHavePlan(account)) throw new AppError('ACCESS_DENIED')
  const { plan, months } = chosenPlan
  const endsAt = endOf(chosenPlan)
  await inTransaction(db, async (trx) => {
    await lockOrders(trx, account.team_id)
    const previousPlan = await planBefore(trx, account.team_id)
    for (const term of await liveTerms(trx, account.team_id).execute()) await replaceTerm(trx, term, 0n)
    const agreed =
      plan === 'customised' ? agreedContents(await findPackage(trx, plan), chosenPlan) : undefined
    await startPlan(trx, account.team_id, plan, endsAt, { bought: agreed })
    await addTerm(trx, {
      team_id: account.team_id,
      order_id: null,
      package: plan,
      currency: null,
      value: 0n,
      period: PERIOD[months],
      from_at: now(),
      to_at: endsAt,
      contents: agreed,
    })
    await recordPlanChange(trx, { teamId: account.team_id, orderId: null, before: previousPlan })
    const { package: before, package_ends_at: endedPlan } = account
    const changes = [
      { what: 'plan' as const, before, after: plan },
      {
        what: 'planEnds' as const,
        before: endedPlan ? shanghaiDay(endedPlan) : '',
        after: shanghaiDay(endsAt),
      },
      { what: 'period' as const, before: '', after: months },
      ...(agreed ? agreedChanges(agreed) : []),
    ]
    await logDeskAction(trx, viewer, { accountId, action: 'open-plan', reason, changes })
    await emit(trx, 'plan-opened', { teamId: account.team_id, plan, day: shanghaiDay(endsAt) })
    const { email, locale } = (await findMailbox(trx, accountId))!
    const values = { plan: translate(locale)(`desk.package.${plan}`), day: shanghaiDay(endsAt) }
    if (email) await sendNoticeLater(trx, { to: email, locale, about: 'planOpened', values })
  })
}

/** The preview of a plan: its end, the uses of its first month, and what would end now. */
export async function previewPlan(db: Db, { team_id }: { team_id: string }, chosen: ChosenPlan) {
  const { plan, months } = chosen
  const packageContents = await findPackage(db, plan)
  const contents = plan === 'customised' ? agreedContents(packageContents, chosen) : packageContents
  const ending = await liveTerms(db, team_id).execute()
  return { plan, months, contents, endsAt: endOf(chosen), ending }
}

export type PlanPreview = Awaited<ReturnType<typeof previewPlan>>

export const mayHavePlan = ({ role, state }: { role: string; state: string }) =>
  role === 'admin' && state !== 'erased'
