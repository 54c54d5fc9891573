import * as v from 'valibot'
import { requireAccountsDesk } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { matchLines } from './match-lines.ts'
import { LARGEST_STATEMENT, readStatement } from './read-statement.ts'
import type { StatementFault } from './reading/fault.ts'
import {
  confirmProposal,
  confirmStatement,
  findStatement,
  listStatements,
  storeStatement,
} from './statement.ts'
import { StatementPage } from './views/statement-page.tsx'
import { StatementsPage } from './views/statements-page.tsx'

export const statementRoutes = routes()

const HOME = '/desk/statements'
const FRAME = { shell: 'mgmt', current: 'deskOrders' } as const

async function homePage(c: Ctx, given: { problem?: MessageKey; faults?: StatementFault[] } = {}) {
  const rows = await listStatements(c.var.db, viewerOf(c))
  const title = translate(c.var.locale)('desk.sales.statements')
  const status = given.problem || given.faults ? 422 : 200
  return page(c, <StatementsPage rows={rows} {...given} />, { title, ...FRAME, status })
}

statementRoutes.get(HOME, (c) => homePage(c))

statementRoutes.post(HOME, async (c) => {
  const { files } = await readFormWithFiles(c, v.object({}), 'file', LARGEST_STATEMENT)
  requireAccountsDesk(viewerOf(c))
  const [bytes] = files
  if (!bytes) return homePage(c, { problem: 'desk.statements.problem.none' })
  if (bytes.length > LARGEST_STATEMENT) return homePage(c, { problem: 'desk.statements.problem.large' })
  const { lines, faults, method } = readStatement(bytes)
  if (faults.length) return homePage(c, { faults })
  if (!lines.length) return homePage(c, { problem: 'desk.statements.problem.empty' })
  return goTo(c, `${HOME}/${await storeStatement(c.var.db, viewerOf(c), lines, method)}`)
})

statementRoutes.get(`${HOME}/:id`, async (c) => {
  const statement = await findStatement(c.var.db, viewerOf(c), c.req.param('id'))
  const lines = await matchLines(c.var.db, statement.lines)
  const title = translate(c.var.locale)('desk.statements.title')
  return page(c, <StatementPage statement={statement} lines={lines} done={c.req.query('done')} />, {
    title,
    ...FRAME,
  })
})

statementRoutes.post(`${HOME}/:id/confirmation`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  await confirmStatement(c.var.db, viewerOf(c), id)
  return goTo(c, `${HOME}/${id}?done=taken`)
})

const Proposal = v.object({ reference: v.optional(v.string(), ''), order: v.optional(v.string(), '') })

statementRoutes.post(`${HOME}/:id/proposal`, async (c) => {
  const form = await readForm(c, Proposal)
  if (!form.ok) throw new AppError('ORDER_STATUS_WRONG')
  const { reference, order: orderId } = form.output
  const id = c.req.param('id')
  const problem = await confirmProposal(c.var.db, viewerOf(c), id, { reference, orderId })
  return goTo(c, `${HOME}/${id}?done=${problem ? 'unsettled' : 'confirmed'}`)
})

// After a login in between, the browser opens the form's address by GET.
for (const form of ['confirmation', 'proposal'])
  statementRoutes.get(`${HOME}/:id/${form}`, async (c) => {
    const { id } = await findStatement(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${HOME}/${id}`)
  })
