import { findAccountForDesk } from '#modules/accounts/index.ts'
import { needsApproval, onApproval, requestApproval } from '#src/auth/approval.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { readApproved } from '../desk/forms.ts'
import { findOffer, priceOf } from '../packages/offer.ts'
import type { PackageName } from '../schema.ts'
import { mayHavePlan, openPlan, PERIOD, PlanForm } from './desk-plan.ts'
import { findTeam, grantSingles, UsesForm } from './desk-uses.ts'

interface SubmittedRequest<T> {
  chosen: T
  /** The submitted form. */
  form: Record<string, string>
}

/** The price in fen; undefined for an individually agreed plan, which has none. */
async function priceFor(db: Db, code: PackageName, period: 'once' | 'monthly' | 'yearly' | 'agreement') {
  const offer = await findOffer(db, code)
  return offer && priceOf(offer, period, 'CNY')
}

/**
 * Opens a plan; if a colleague has to approve its price, stores the request instead and returns the path of
 * its page. Throws the errors of `openPlan`.
 */
export async function requestPlan(
  db: Db,
  viewer: Viewer,
  accountId: string,
  { chosen, form }: SubmittedRequest<Parameters<typeof openPlan>[3]>,
): Promise<string | null> {
  const account = await findAccountForDesk(db, viewer, accountId)
  if (!mayHavePlan(account)) throw new AppError('ACCESS_DENIED')
  if (!needsApproval(await priceFor(db, chosen.plan, PERIOD[chosen.months]))) {
    await openPlan(db, viewer, accountId, chosen)
    return null
  }
  return requestApproval(db, viewer, {
    kind: 'plan',
    subjectId: accountId,
    accountId,
    path: `/desk/accounts/${accountId}/plan`,
    form,
    facts: [
      { what: 'plan', before: account.package, after: chosen.plan },
      { what: 'period', before: '', after: chosen.months },
    ],
    reason: chosen.reason,
  })
}

onApproval('plan', {
  permission: 'desk.finance',
  apply: async (trx, viewer, { subjectId, form }) => {
    await openPlan(trx, viewer, subjectId, readApproved(PlanForm, form))
    return null
  },
})

/** Grants uses, or stores the request, like `requestPlan`. Throws the errors of `grantSingles`. */
export async function requestUses(
  db: Db,
  viewer: Viewer,
  accountId: string,
  { chosen, form }: SubmittedRequest<Parameters<typeof grantSingles>[3]>,
): Promise<string | null> {
  await findTeam(db, viewer, accountId)
  const price = await priceFor(db, chosen.single, 'once')
  if (!needsApproval(price === undefined ? undefined : price * BigInt(chosen.quantity))) {
    await grantSingles(db, viewer, accountId, chosen)
    return null
  }
  return requestApproval(db, viewer, {
    kind: 'uses',
    subjectId: accountId,
    accountId,
    path: `/desk/accounts/${accountId}/plan`,
    form,
    facts: [{ what: 'uses', before: '', after: `${chosen.single} × ${chosen.quantity}` }],
    reason: chosen.usesReason,
  })
}

onApproval('uses', {
  permission: 'desk.finance',
  apply: async (trx, viewer, { subjectId, form }) => {
    await grantSingles(trx, viewer, subjectId, readApproved(UsesForm, form))
    return null
  },
})
