import * as v from 'valibot'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { AnyForm, type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { Email } from '../account-rules.ts'
import { setFactorRule } from '../factors/factor-rule.ts'
import { requirePermission } from '../permissions.ts'
import { invite, listInvitations, resendInvitation, withdrawInvitation } from './invitation.ts'
import { findMember, grantPermissions, listMembers, removeMember, sortGrants } from './members.ts'
import { GrantsForm, MemberForms } from './views/member-forms.tsx'
import { MembersPage } from './views/members-page.tsx'

export const memberRoutes = routes()

const MAILS = { name: 'invitation', points: 30, per: 3600 }
/** The limit for mails to one mailbox, from all teams together. */
const MAILBOX_LIMIT: Limit = {
  name: 'invitation-mailbox',
  points: 5,
  per: 86_400,
  words: 'common.limit.mailbox',
}
const RESEND_LIMIT = { name: 'invitation-resent', points: 5, per: 86_400 }

const HOME = '/mgmt/acct-info/members'

type Status = 200 | 404 | 409 | 422 | 429

async function membersPage(c: Ctx, formState: FormState = {}, status: Status = 200) {
  const viewer = viewerOf(c)
  requirePermission(viewer, 'team.edit')
  const members = await listMembers(c.var.db, viewer, c.req.query('after') ?? '')
  const invitations = await listInvitations(c.var.db, viewer, c.req.query('sentBefore') ?? '')
  const props = { ...formState, viewer, members, invitations, done: c.req.query('done') }
  return page(c, <MembersPage {...props} />, {
    title: translate(c.var.locale)('acctInfo.tab.members'),
    shell: 'mgmt',
    current: 'acctInfo',
    status,
  })
}

/** Shows the list again with the error; rethrows errors that do not concern members. */
function showListWithError(
  c: Ctx,
  error: unknown,
  field: 'form' | 'email' = 'form',
  values: FormState['values'] = {},
) {
  if (!(error instanceof AppError) || error.status === 403) throw error
  logRefused(c, error)
  // The dialog cannot show the list, so the whole page is loaded with the error.
  if (isFragmentRequest(c)) return goTo(c, `${HOME}?problem=${error.code}`)
  const status = error.code === 'MEMBER_NOT_EXISTS' ? 404 : (error.status as 409 | 422 | 429)
  return membersPage(c, { values, problems: { [field]: error.words }, details: error.details }, status)
}

memberRoutes.get(HOME, (c) => {
  const isMissing = c.req.query('problem') === 'MEMBER_NOT_EXISTS'
  return membersPage(c, isMissing ? { problems: { form: 'common.error.MEMBER_NOT_EXISTS' } } : {})
})

memberRoutes.post('/mgmt/acct-info/invitations', async (c) => {
  const form = await readForm(c, v.object({ email: Email }))
  if (!form.ok) return membersPage(c, form, 422)
  try {
    await consumePoint(MAILS, viewerOf(c).teamId)
    await consumePoint(MAILBOX_LIMIT, mailboxOf(form.output.email))
    await invite(c.var.db, viewerOf(c), form.output.email, c.var.locale)
    return goTo(c, `${HOME}?done=invited`)
  } catch (error) {
    return showListWithError(c, error, 'email', form.values)
  }
})

memberRoutes.post('/mgmt/acct-info/invitations/:id/mail', async (c) => {
  await requireForm(c)
  try {
    await consumePoint(MAILS, viewerOf(c).teamId)
    await consumePoint(RESEND_LIMIT, c.req.param('id'))
    await resendInvitation(c.var.db, viewerOf(c), c.req.param('id'), c.var.locale)
    return goTo(c, `${HOME}?done=resent`)
  } catch (error) {
    return showListWithError(c, error)
  }
})

memberRoutes.post('/mgmt/acct-info/invitations/:id/withdrawal', async (c) => {
  await requireForm(c)
  try {
    await withdrawInvitation(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${HOME}?done=withdrawn`)
  } catch (error) {
    return showListWithError(c, error)
  }
})

memberRoutes.post('/mgmt/acct-info/team-factors', async (c) => {
  const form = await readForm(
    c,
    v.object({ required: v.optional(v.literal('yes', 'common.problem.format')) }),
  )
  if (!form.ok) return membersPage(c, form, 422)
  const isRequired = form.output.required === 'yes'
  await setFactorRule(c.var.db, viewerOf(c), isRequired, c.var.locale)
  return goTo(c, `${HOME}?done=${isRequired ? 'factorsRequired' : 'factorsWaived'}`)
})

memberRoutes.get(`${HOME}/:id`, async (c) => {
  try {
    const member = await findMember(c.var.db, viewerOf(c), c.req.param('id'))
    return actionPage(c, { title: member.name, form: <MemberForms member={member} />, current: 'acctInfo' })
  } catch (error) {
    return showListWithError(c, error)
  }
})

memberRoutes.post(`${HOME}/:id/grants`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const grants = sortGrants(Object.keys(values).filter((name) => values[name] === 'yes'))
  const previousGrants = sortGrants((values.was ?? '').split(' '))
  const id = c.req.param('id')
  try {
    if (await grantPermissions(c.var.db, viewerOf(c), id, { was: previousGrants, grants }))
      return goTo(c, `${HOME}?done=granted`)
    const member = await findMember(c.var.db, viewerOf(c), id)
    const Forms = isFragmentRequest(c) ? GrantsForm : MemberForms
    const form = <Forms member={member} problem="acctInfo.problem.grantsChanged" />
    return actionPage(c, { title: member.name, form, status: 409, current: 'acctInfo' })
  } catch (error) {
    return showListWithError(c, error)
  }
})

memberRoutes.post(`${HOME}/:id/removal`, async (c) => {
  await requireForm(c)
  try {
    await removeMember(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${HOME}?done=removed`)
  } catch (error) {
    return showListWithError(c, error)
  }
})
