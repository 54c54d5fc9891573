import * as v from 'valibot'
import { requireAccountsDesk } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { discardStatement } from './discard-statement.ts'
import { matchLines } from './match-lines.ts'
import {
  choiceIn,
  nameColumns,
  problemOf,
  savedChoices,
  storeUnread,
  suggestedValues,
} from './name-columns.ts'
import { MAX_STATEMENT_BYTES, readStatement } from './read-statement.ts'
import type { StatementFault } from './reading/fault.ts'
import { registerCredit, registerCredits } from './register-credit.ts'
import {
  confirmProposal,
  confirmStatement,
  findStatement,
  listStatements,
  type Statement,
  storeStatement,
} from './statement.ts'
import { ColumnsPage } from './views/columns-page.tsx'
import { StatementPage, statementTitle } from './views/statement-page.tsx'
import { StatementsPage } from './views/statements-page.tsx'

export const statementRoutes = routes()

const HOME = '/desk/statements'
const FRAME = { shell: 'mgmt', current: 'deskOrders' } as const

async function homePage(c: Ctx, formState: { problem?: MessageKey; faults?: StatementFault[] } = {}) {
  const rows = await listStatements(c.var.db, viewerOf(c))
  const title = translate(c.var.locale)('desk.sales.statements')
  const status = formState.problem || formState.faults ? 422 : 200
  return page(c, <StatementsPage rows={rows} done={c.req.query('done')} {...formState} />, {
    title,
    ...FRAME,
    status,
  })
}

statementRoutes.get(HOME, (c) => homePage(c))

statementRoutes.post(HOME, async (c) => {
  const { files, names } = await readFormWithFiles(c, v.object({}), 'file', MAX_STATEMENT_BYTES)
  const [name = ''] = names
  requireAccountsDesk(viewerOf(c))
  const [bytes] = files
  if (!bytes) return homePage(c, { problem: 'desk.statements.problem.none' })
  if (bytes.length > MAX_STATEMENT_BYTES) return homePage(c, { problem: 'desk.statements.problem.large' })
  const statement = readStatement(bytes, await savedChoices(c.var.db, viewerOf(c)))
  if (statement.unknown)
    return goTo(c, `${HOME}/${await storeUnread(c.var.db, viewerOf(c), statement.unknown, name)}/columns`)
  const { lines, faults, method } = statement
  if (faults.length) return homePage(c, { faults })
  if (!lines.length) return homePage(c, { problem: 'desk.statements.problem.empty' })
  return goTo(c, `${HOME}/${await storeStatement(c.var.db, viewerOf(c), lines, method, name)}`)
})

/** A number of rows in an address. */
const countIn = (text = '') => (/^\d{1,4}$/.test(text) ? Number(text) : 0)

statementRoutes.get(`${HOME}/:id`, async (c) => {
  const statement = await findStatement(c.var.db, viewerOf(c), c.req.param('id'))
  if (statement.unread) return goTo(c, `${HOME}/${statement.id}/columns`)
  const lines = await matchLines(c.var.db, statement.lines)
  const title = statementTitle(statement, translate(c.var.locale))
  const recordedCredits = {
    paidCount: countIn(c.req.query('paid')),
    unsettledCount: countIn(c.req.query('kept')),
  }
  const props = { statement, title, lines, done: c.req.query('done'), recordedCredits }
  return page(c, <StatementPage {...props} />, { title, ...FRAME })
})

statementRoutes.post(`${HOME}/:id/confirmation`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  const { paidCount: paid, unsettledCount: kept } = await confirmStatement(c.var.db, viewerOf(c), id)
  return goTo(c, `${HOME}/${id}?done=taken&paid=${paid}&kept=${kept}`)
})

async function columnsPage(
  c: Ctx,
  { id, file_name, unread }: Statement,
  formState: FormState & { faults?: StatementFault[] },
) {
  const title = translate(c.var.locale)('desk.statements.choice.title')
  const status = formState.problems || formState.faults ? 422 : 200
  return page(c, <ColumnsPage id={id} name={file_name} table={unread!} {...formState} />, {
    title,
    ...FRAME,
    status,
  })
}

statementRoutes.get(`${HOME}/:id/columns`, async (c) => {
  const statement = await findStatement(c.var.db, viewerOf(c), c.req.param('id'))
  if (!statement.unread) return goTo(c, `${HOME}/${statement.id}`)
  return columnsPage(c, statement, { values: suggestedValues(statement.unread) })
})

statementRoutes.post(`${HOME}/:id/columns`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const statement = await findStatement(c.var.db, viewerOf(c), c.req.param('id'))
  if (!statement.unread) return goTo(c, `${HOME}/${statement.id}`)
  const choice = choiceIn(values, statement.unread)
  const problem = problemOf(choice)
  if (problem)
    return columnsPage(c, statement, { values, problems: { columns: `desk.statements.choice.${problem}` } })
  const faults = await nameColumns(c.var.db, viewerOf(c), statement, choice)
  return faults.length ? columnsPage(c, statement, { values, faults }) : goTo(c, `${HOME}/${statement.id}`)
})

const ProposalForm = v.object({ reference: v.optional(v.string(), ''), order: v.optional(v.string(), '') })

statementRoutes.post(`${HOME}/:id/proposal`, async (c) => {
  const form = await readForm(c, ProposalForm)
  if (!form.ok) throw new AppError('ORDER_STATUS_WRONG')
  const { reference, order: orderId } = form.output
  const id = c.req.param('id')
  const problem = await confirmProposal(c.var.db, viewerOf(c), id, { reference, orderId })
  return goTo(c, `${HOME}/${id}?done=${problem ? 'unsettled' : 'confirmed'}`)
})

const Credits = v.object({ reference: v.optional(v.string(), '') })

// With a reference, registers one credit of the statement; otherwise all credits that name no order which
// they could pay.
statementRoutes.post(`${HOME}/:id/credits`, async (c) => {
  const form = await readForm(c, Credits)
  const id = c.req.param('id')
  const { reference = '' } = form.values
  const registeredCount = reference
    ? Number(await registerCredit(c.var.db, viewerOf(c), id, reference))
    : await registerCredits(c.var.db, viewerOf(c), id)
  return goTo(c, `${HOME}/${id}?done=taken&paid=0&kept=${registeredCount}`)
})

statementRoutes.post(`${HOME}/:id/removal`, async (c) => {
  await requireForm(c)
  await discardStatement(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `${HOME}?done=discarded`)
})

// Redirects, because after a login in between the browser opens the form's address by GET.
for (const form of ['confirmation', 'proposal', 'credits', 'removal'])
  statementRoutes.get(`${HOME}/:id/${form}`, async (c) => {
    const { id } = await findStatement(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${HOME}/${id}`)
  })
