import * as v from 'valibot'
import { findAccountForDesk } from '#modules/accounts/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm, readValues } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { EndRenewalForm, endRenewalAtDesk } from '../renewal/desk-renewal.ts'
import { findDeskRenewals } from '../renewal/renewal-status.ts'
import { missingAgreed } from './agreed.ts'
import { DeskReason, mayHavePlan, PlanForm, previewPlan } from './desk-plan.ts'
import { lastDeskChange, UsesForm, undoDeskChange } from './desk-uses.ts'
import { requestPlan, requestUses } from './plan-approval.ts'
import { DeskPlanPage } from './views/desk-plan-page.tsx'

/** The page of a team's plan at the desk. */
export const deskPlanRoutes = routes()

const ACCOUNTS = '/desk/accounts'
const PLAN_PATH = `${ACCOUNTS}/:id/plan`

const hasProblems = (problems: Record<string, string>) => Object.keys(problems).length > 0

async function planPage(c: Ctx, { values, problems }: FormState = {}) {
  const { db } = c.var
  const account = await findAccountForDesk(db, viewerOf(c), c.req.param('id') ?? '')
  if (!mayHavePlan(account)) notFound()
  const parsedPlan = v.safeParse(v.omit(PlanForm, ['reason']), values ?? {})
  const isComplete = parsedPlan.success && !hasProblems(missingAgreed(parsedPlan.output.plan, values ?? {}))
  const preview = isComplete ? await previewPlan(db, account, parsedPlan.output) : undefined
  const lastChange = await lastDeskChange(db, account.team_id)
  const renewals = await findDeskRenewals(db, account.team_id)
  const content = (
    <DeskPlanPage
      account={account}
      preview={preview}
      last={lastChange}
      renewals={renewals}
      values={values}
      problems={problems}
      done={c.req.query('done')}
    />
  )
  const title = translate(c.var.locale)('desk.planTitle')
  const status = problems ? 422 : 200
  return page(c, content, { title, shell: 'mgmt', current: 'deskAccounts', status })
}

// The preview of a plan is a GET of this address.
deskPlanRoutes.get(PLAN_PATH, (c) => {
  const query = Object.entries(c.req.query())
  const { values, ...read } = readValues(PlanForm, query)
  const isPreview = query.some(([name]) => name === 'plan')
  const problems = { ...missingAgreed(values.plan ?? '', values), ...(read.ok ? {} : read.problems) }
  return planPage(c, isPreview ? { values, problems: hasProblems(problems) ? problems : undefined } : {})
})

deskPlanRoutes.post(PLAN_PATH, async (c) => {
  const form = await readForm(c, PlanForm)
  const id = c.req.param('id')
  const problems = {
    ...missingAgreed(form.values.plan ?? '', form.values),
    ...(form.ok ? {} : form.problems),
  }
  if (!form.ok || hasProblems(problems)) return planPage(c, { values: form.values, problems })
  const approval = await requestPlan(c.var.db, viewerOf(c), id, { chosen: form.output, form: form.values })
  return goTo(c, approval ?? `${ACCOUNTS}/${id}`)
})

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of ['uses', 'plan-undoing', 'renewal-end'])
  deskPlanRoutes.get(`${ACCOUNTS}/:id/${action}`, async (c) => {
    const { id } = await findAccountForDesk(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${ACCOUNTS}/${id}/plan`)
  })

deskPlanRoutes.post(`${ACCOUNTS}/:id/uses`, async (c) => {
  const form = await readForm(c, UsesForm)
  if (!form.ok) {
    if (form.problems.key) throw new AppError('INVALID_FIELD', { field: 'key' })
    return planPage(c, form)
  }
  const id = c.req.param('id')
  const approval = await requestUses(c.var.db, viewerOf(c), id, { chosen: form.output, form: form.values })
  return goTo(c, approval ?? `${ACCOUNTS}/${id}/plan?done=granted`)
})

deskPlanRoutes.post(`${ACCOUNTS}/:id/plan-undoing`, async (c) => {
  const form = await readForm(c, v.object({ undoReason: DeskReason }))
  if (!form.ok) return planPage(c, form)
  const id = c.req.param('id')
  try {
    await undoDeskChange(c.var.db, viewerOf(c), id, form.output.undoReason)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ORDER_STATUS_WRONG')) throw error
    return planPage(c, { values: form.values, problems: { undo: error.words } })
  }
  return goTo(c, `${ACCOUNTS}/${id}/plan?done=undone`)
})

deskPlanRoutes.post(`${ACCOUNTS}/:id/renewal-end`, async (c) => {
  const form = await readForm(c, EndRenewalForm)
  if (!form.ok) return planPage(c, form)
  const id = c.req.param('id')
  try {
    await endRenewalAtDesk(c.var.db, viewerOf(c), id, form.output.renewalReason)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ORDER_STATUS_WRONG')) throw error
    return planPage(c, { values: form.values, problems: { renewal: error.words } })
  }
  return goTo(c, `${ACCOUNTS}/${id}/plan?done=renewalEnded`)
})
