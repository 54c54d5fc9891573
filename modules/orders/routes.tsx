import { findAccountForDesk } from '#modules/accounts/index.ts'
import { notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { deskInvoiceRoutes } from './invoices/desk-invoice-routes.tsx'
import { invoiceRoutes } from './invoices/invoice-routes.tsx'
import { findUsage } from './ledger/usage-summary.ts'
import { DeskUsagePage } from './ledger/views/desk-usage-page.tsx'
import { UsagePage } from './ledger/views/usage-page.tsx'
import { orderingRoutes } from './ordering/order-routes.tsx'
import { METHODS_OF } from './payments/registry.ts'
import { mayHavePlan, openPlan, PlanForm } from './plans/desk-plan.ts'
import { DeskPlanPage } from './plans/views/desk-plan-page.tsx'

export const orderRoutes = routes()

for (const part of [orderingRoutes, invoiceRoutes, deskInvoiceRoutes]) orderRoutes.route('/', part)
for (const method of METHODS_OF) if (method.routes) orderRoutes.route('/', method.routes)

orderRoutes.get('/mgmt/acct-info/usage', async (c) => {
  const viewer = c.var.viewer!
  const usage = await findUsage(c.var.db, viewer, c.req.query('before') ?? '')
  return page(c, <UsagePage viewer={viewer} {...usage} />, {
    title: translate(c.var.locale)('acctInfo.tab.usage'),
    shell: 'mgmt',
    current: 'acctInfo',
  })
})

orderRoutes.get('/desk/accounts/:id/usage', async (c) => {
  const { db, locale, viewer } = c.var
  const account = await findAccountForDesk(db, viewer!, c.req.param('id'))
  const usage = await findUsage(db, { teamId: account.team_id }, c.req.query('before') ?? '')
  return page(c, <DeskUsagePage account={account} {...usage} />, {
    title: translate(locale)('desk.usageTitle'),
    shell: 'mgmt',
    current: 'deskAccounts',
  })
})

const DESK_PLAN = '/desk/accounts/:id/plan'

async function planPage(c: Ctx, id: string, { values, problems }: FormState = {}) {
  const account = await findAccountForDesk(c.var.db, c.var.viewer!, id)
  if (!mayHavePlan(account)) notFound()
  return page(c, <DeskPlanPage {...{ account, values, problems }} />, {
    title: translate(c.var.locale)('desk.planTitle'),
    shell: 'mgmt',
    current: 'deskAccounts',
    status: problems ? 422 : 200,
  })
}

orderRoutes.get(DESK_PLAN, (c) => planPage(c, c.req.param('id')))

orderRoutes.post(DESK_PLAN, async (c) => {
  const form = await readForm(c, PlanForm)
  const id = c.req.param('id')
  if (!form.ok) return planPage(c, id, form)
  await openPlan(c.var.db, c.var.viewer!, id, form.output)
  return goTo(c, `/desk/accounts/${id}`)
})
