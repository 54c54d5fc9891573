import { administratorsOf } from '#modules/accounts/index.ts'
import type { Db } from '#src/db/db.ts'
import type { ModuleEvents } from '#src/jobs/module-events.ts'
import { sendMessage } from './message.ts'

/** Notifies the administrators of the plan that was opened for their team. */
export async function onPlanOpened(trx: Db, { teamId, plan, day }: ModuleEvents['plan-opened']) {
  const path = '/mgmt/acct-info/usage'
  await sendMessage(trx, await administratorsOf(trx, teamId), {
    kind: 'planOpened',
    facts: { plan, day },
    path,
  })
}

const KIND_BY_STEP = { week: 'planEnds', day: 'planEndsSoon', ended: 'planEnded' } as const

/** Notifies the administrators that their plan ends soon or has ended. */
export async function onPlanEnding(trx: Db, { teamId, step, plan, day, path }: ModuleEvents['plan-ending']) {
  const facts = { plan, day }
  await sendMessage(trx, await administratorsOf(trx, teamId), { kind: KIND_BY_STEP[step], facts, path })
}

/** Notifies of the progress of an order. */
export const onOrderProgress = (trx: Db, { accountIds, ...notification }: ModuleEvents['order-news']) =>
  sendMessage(trx, accountIds, notification)

/** Notifies of a decision about an authorisation, or of its end; another module sends the mail about it. */
export const onAuthorisationNews = (
  trx: Db,
  { accountIds, ...notification }: ModuleEvents['authorisation-news'],
) => sendMessage(trx, accountIds, { ...notification, mailed: true })
