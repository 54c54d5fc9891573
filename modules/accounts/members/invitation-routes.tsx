import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { statusOf } from './invitation.ts'
import {
  acceptInvitation,
  type FoundInvitation,
  findInvitation,
  findOwnInvitation,
  reportJoinProblem,
} from './invitation-acceptance.ts'
import { InvitationPage } from './views/invitation-page.tsx'
import { NotInvitedPage } from './views/not-invited-page.tsx'

/** The pages of an invited person: opened by the mailed link, or by the invitation's id after the login. */
export const invitationRoutes = routes()

const pathByToken = (token: string) => `/invitation/${token}`
/**
 * The return address through login or registration. It does not contain the token, which only the mailed
 * link contains.
 */
const pathById = ({ id }: FoundInvitation) => `/mgmt/invitations/${id}`

function showInvitation(c: Ctx, address: string, invitation: FoundInvitation, problem?: MessageKey) {
  const props = { invitation, viewer: c.var.viewer, problem, returnUrl: pathById(invitation) }
  return page(c, <InvitationPage {...props} action={`${address}/acceptance`} />, {
    title: translate(c.var.locale)('acctInfo.invitation.title'),
    shell: 'account',
    status: problem ? 422 : 200,
  })
}

async function viewInvitation(c: Ctx, address: string, invitation: FoundInvitation) {
  const { viewer } = c.var
  if (viewer && invitation.accepted_by === viewer.id) return goTo(c, '/mgmt/home')
  if (statusOf(invitation) !== 'sent') throw new AppError('INVITATION_INVALID')
  const reason = await reportJoinProblem(c.var.db, viewer, invitation)
  return showInvitation(c, address, invitation, reason ? new AppError(reason).words : undefined)
}

async function accept(c: Ctx, viewer: Viewer, address: string, invitation: FoundInvitation) {
  try {
    await acceptInvitation(c.var.db, viewer, invitation)
    return goTo(c, '/mgmt/home')
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error
    return showInvitation(c, address, invitation, error.words)
  }
}

invitationRoutes.get('/invitation/:token', async (c) => {
  const token = c.req.param('token')
  return viewInvitation(c, pathByToken(token), await findInvitation(c.var.db, token))
})

invitationRoutes.post('/invitation/:token/acceptance', async (c) => {
  await requireForm(c)
  const token = c.req.param('token')
  const invitation = await findInvitation(c.var.db, token)
  if (!c.var.viewer) return goTo(c, `/acct/login?returnUrl=${pathById(invitation)}`)
  return accept(c, c.var.viewer, pathByToken(token), invitation)
})

/**
 * The same response for an unknown id and for another address, so that an id does not reveal who was invited.
 */
function notInvited(c: Ctx) {
  logRefused(c, new AppError('NOT_FOUND'))
  return page(c, <NotInvitedPage username={viewerOf(c).username} />, {
    title: translate(c.var.locale)('acctInfo.invitation.title'),
    shell: 'account',
    status: 404,
  })
}

invitationRoutes.get('/mgmt/invitations/:id', async (c) => {
  const invitation = await findOwnInvitation(c.var.db, viewerOf(c), c.req.param('id'))
  return invitation ? viewInvitation(c, pathById(invitation), invitation) : notInvited(c)
})

invitationRoutes.post('/mgmt/invitations/:id/acceptance', async (c) => {
  await requireForm(c)
  const invitation = await findOwnInvitation(c.var.db, viewerOf(c), c.req.param('id'))
  return invitation ? accept(c, viewerOf(c), pathById(invitation), invitation) : notInvited(c)
})
