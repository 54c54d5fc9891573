import { accountNames } from '#modules/accounts/index.ts'
import { translate } from '#src/i18n.ts'
import { page, routes } from '#src/web.tsx'
import { listUsage, usageSummary } from './usage-summary.ts'
import { UsagePage } from './views/usage-page.tsx'

export const orderRoutes = routes()

orderRoutes.get('/mgmt/acct-info/usage', async (c) => {
  const viewer = c.var.viewer!
  const lines = await usageSummary(c.var.db, viewer)
  const ledger = await listUsage(c.var.db, viewer, c.req.query('before') ?? '')
  const people = [
    ...lines.flatMap((line) => line.users.map((user) => user.accountId)),
    ...spendersIn(ledger.rows),
  ]
  const names = await accountNames(c.var.db, viewer, [...new Set(people)])
  return page(c, <UsagePage {...{ lines, ledger, names, viewer }} />, {
    title: translate(c.var.locale)('acctInfo.tab.usage'),
    shell: 'mgmt',
    current: 'acctInfo',
  })
})

const spendersIn = (rows: { spent_by: string | null }[]) => rows.flatMap((row) => row.spent_by ?? [])
