import * as v from 'valibot'
import { approvableOf } from '#src/auth/approval.ts'
import { findOpenMoney } from '#src/auth/open-money.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { refusedForm } from '../../entry/form-answer.ts'
import { findAccountForDesk } from '../desk-accounts.ts'
import { approve, findApproval, listApprovals, refuse, withdraw } from './approval.ts'
import { ApprovalPage } from './views/approval-page.tsx'
import { ApprovalsPage } from './views/approvals-page.tsx'

/** The pages of approvals, which one member of staff requests and a second one decides. */
export const approvalRoutes = routes()

const HOME = '/desk/approvals'
const FRAME = { shell: 'mgmt', current: 'deskApprovals' } as const

approvalRoutes.get(HOME, async (c) => {
  const showsDecided = c.req.query('state') === 'decided'
  const approvals = await listApprovals(c.var.db, viewerOf(c), {
    isDecided: showsDecided,
    from: c.req.query('from') ?? '',
  })
  const title = translate(c.var.locale)('desk.approval.title')
  return page(c, <ApprovalsPage {...approvals} isDecided={showsDecided} />, { title, ...FRAME })
})

async function approvalPage(c: Ctx, id: string, form: FormState = {}) {
  const viewer = viewerOf(c)
  const approval = await findApproval(c.var.db, viewer, id)
  const openMoney =
    approval.kind === 'erasure' && approval.state === 'open'
      ? await findOpenMoney(c.var.db, await findAccountForDesk(c.var.db, viewer, approval.subject_id))
      : []
  const content = (
    <ApprovalPage
      openMoney={openMoney}
      {...form}
      approval={approval}
      isOwn={approval.requested_by === viewer.id}
      mayDecide={viewer.permissions.includes(approvableOf(approval.kind).permission)}
      done={c.req.query('done')}
    />
  )
  const title = translate(c.var.locale)(`desk.approval.kind.${approval.kind}`)
  return page(c, content, { title, ...FRAME, status: form.problems ? 422 : 200 })
}

approvalRoutes.get(`${HOME}/:id`, (c) => approvalPage(c, c.req.param('id')))

// After a refused form the browser shows this address; a reload requests it with GET.
for (const action of ['approval', 'refusal', 'withdrawal'])
  approvalRoutes.get(`${HOME}/:id/${action}`, async (c) => {
    const { id } = await findApproval(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${HOME}/${id}`)
  })

/** Runs an action on an approval and redirects to its page; if the action fails, shows the reason there. */
async function decideAndRedirect(
  c: Ctx,
  id: string,
  done: string,
  decide: () => Promise<void>,
  values?: FormState,
) {
  try {
    await decide()
  } catch (error) {
    await findApproval(c.var.db, viewerOf(c), id)
    const { problems, details } = refusedForm(c, error)
    return approvalPage(c, id, { ...values, problems: { form: Object.values(problems)[0]! }, details })
  }
  return goTo(c, `${HOME}/${id}?done=${done}`)
}

approvalRoutes.post(`${HOME}/:id/approval`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  return decideAndRedirect(c, id, 'approved', () => approve(c.var.db, viewerOf(c), id))
})

const RefusalForm = v.object({
  note: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(500, 'common.problem.tooLong'),
  ),
})

approvalRoutes.post(`${HOME}/:id/refusal`, async (c) => {
  const form = await readForm(c, RefusalForm)
  const id = c.req.param('id')
  if (!form.ok) return approvalPage(c, id, form)
  const { values, output } = form
  return decideAndRedirect(c, id, 'refused', () => refuse(c.var.db, viewerOf(c), id, output.note), { values })
})

approvalRoutes.post(`${HOME}/:id/withdrawal`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  return decideAndRedirect(c, id, 'withdrawn', () => withdraw(c.var.db, viewerOf(c), id))
})
