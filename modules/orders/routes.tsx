import { findAccountForDesk } from '#modules/accounts/index.ts'
import { translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import { routes } from '#src/http/web.ts'
import { deskRoutes } from './desk/desk-routes.ts'
import { deskInvoiceRoutes } from './invoices/desk-invoice-routes.tsx'
import { invoiceRoutes } from './invoices/invoice-routes.tsx'
import { findUsage } from './ledger/usage-summary.ts'
import { DeskUsagePage } from './ledger/views/desk-usage-page.tsx'
import { UsagePage } from './ledger/views/usage-page.tsx'
import { orderCsvRoutes } from './ordering/order-csv.ts'
import { orderingRoutes } from './ordering/order-routes.tsx'
import { callbackRoutes } from './payments/callback-routes.ts'
import { METHODS_OF } from './payments/registry.ts'
import { returnRoutes } from './payments/return-routes.ts'
import { deskPlanRoutes } from './plans/desk-plan-routes.tsx'
import { renewalRoutes } from './renewal/renewal-routes.tsx'
import { sandboxAgreementRoutes } from './renewal/sandbox-routes.tsx'
import { tailoredRoutes } from './tailored/tailored-routes.tsx'

export const orderRoutes = routes()

const ALL_ROUTES = [
  orderingRoutes,
  orderCsvRoutes,
  tailoredRoutes,
  renewalRoutes,
  sandboxAgreementRoutes,
  callbackRoutes,
  returnRoutes,
  deskRoutes,
  deskPlanRoutes,
  invoiceRoutes,
  deskInvoiceRoutes,
]
for (const moduleRoutes of ALL_ROUTES) orderRoutes.route('/', moduleRoutes)
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
