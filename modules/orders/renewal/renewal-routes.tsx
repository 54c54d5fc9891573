import * as v from 'valibot'
import { ago, now, SECOND } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { type FormState, type Problems, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { withTimeout } from '../payments/gateway.ts'
import { methodsWithAgreements } from '../payments/registry.ts'
import { METHODS } from '../schema.ts'
import { findMandate, queryMandate } from './mandate.ts'
import { RENEWAL_PERIODS } from './renewal-schema.ts'
import { type CurrentMandate, findRenewalStatus } from './renewal-status.ts'
import { currentMandate, placeToConclude, requireRenewing, switchOff, switchOn } from './switching.ts'
import { RenewalPage } from './views/renewal-page.tsx'

/** The page on which a team's administrator switches automatic renewal on and off. */
export const renewalRoutes = routes()

const HOME = '/mgmt/acct-info/renewal'

/** The minimum time between two queries of a waiting page. */
const MIN_QUERY_INTERVAL = 3 * SECOND

async function renewalPage(c: Ctx, formState: FormState = {}) {
  const viewer = viewerOf(c)
  requireRenewing(viewer)
  const methods = methodsWithAgreements()
  const status = await findRenewalStatus(c.var.db, viewer, methods)
  const { current } = status
  const providerPage = current?.state === 'pending' ? await findProviderPage(c, current) : undefined
  const content = (
    <RenewalPage
      status={status}
      methods={methods}
      providerPage={providerPage}
      done={c.req.query('done')}
      {...formState}
    />
  )
  const title = translate(c.var.locale)('orders.renewal.title')
  const answer = formState.problems ? 422 : 200
  return page(c, content, { title, shell: 'mgmt', current: 'acctInfo', status: answer })
}

function findProviderPage(c: Ctx, mandate: CurrentMandate) {
  const { limit, first_charge_at, ...mandateColumns } = mandate
  const columns = {
    ...mandateColumns,
    price_limit: BigInt(limit),
    first_charge_at: new Date(first_charge_at),
  }
  return placeToConclude(c.var.db, columns)
}

/** Queries the payment service about a pending agreement; a slow answer is stored when it arrives. */
async function queryWaiting(db: Db, teamId: string) {
  const current = await currentMandate(db, teamId)
  if (current?.state !== 'pending') return
  const { numUpdatedRows } = await db
    .updateTable('orders.mandate')
    .set({ asked_at: now() })
    .where('id', '=', current.id)
    .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<=', ago(MIN_QUERY_INTERVAL))]))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await withTimeout(queryMandate(db, (await findMandate(db, current.id))!))
}

renewalRoutes.get(HOME, async (c) => {
  const viewer = viewerOf(c)
  requireRenewing(viewer)
  if (c.req.query('wait') !== undefined) await queryWaiting(c.var.db, viewer.teamId)
  return renewalPage(c)
})

const text = v.optional(v.string(), '')
const price = v.pipe(
  text,
  v.regex(/^\d{1,15}$/),
  v.transform((text) => BigInt(text)),
)

const SwitchForm = v.object({
  period: v.pipe(text, v.picklist(RENEWAL_PERIODS, 'orders.problem.period')),
  method: v.pipe(text, v.picklist(METHODS, 'orders.problem.method')),
  monthlyPrice: v.fallback(price, 0n),
  yearlyPrice: v.fallback(price, 0n),
  invoice: text,
  agreed: v.pipe(
    text,
    v.check((value) => value === 'yes', 'orders.renewal.problem.agreement'),
  ),
})

/** Errors that are shown at the form, and their field. */
const FORM_ERRORS = {
  ORDER_PRICE_CHANGED: 'period',
  PLAN_NOT_PURCHASABLE: 'period',
  PAYMENT_UNAVAILABLE: 'method',
  ORDER_STATUS_WRONG: 'form',
  PLAN_NOT_EFFECTIVE: 'form',
} as const

function problemOf(error: unknown): Problems {
  const field = error instanceof AppError && FORM_ERRORS[error.code as keyof typeof FORM_ERRORS]
  if (!field) throw error
  return { [field]: (error as AppError).words }
}

renewalRoutes.post(HOME, async (c) => {
  const form = await readForm(c, SwitchForm)
  requireRenewing(viewerOf(c))
  if (!form.ok) return renewalPage(c, form)
  const { period, method, monthlyPrice, yearlyPrice, invoice } = form.output
  const request = { period, method, invoice: invoice === 'yes' }
  try {
    const price = period === 'monthly' ? monthlyPrice : yearlyPrice
    await switchOn(c.var.db, viewerOf(c), { ...request, price })
    return goTo(c, HOME)
  } catch (error) {
    return renewalPage(c, { values: form.values, problems: problemOf(error) })
  }
})

// Redirects, because the address of a refused form may be reloaded or opened in another language.
renewalRoutes.get(`${HOME}/end`, (c) => goTo(c, HOME))

renewalRoutes.post(`${HOME}/end`, async (c) => {
  await requireForm(c)
  await switchOff(c.var.db, viewerOf(c))
  return goTo(c, `${HOME}?done=off`)
})
