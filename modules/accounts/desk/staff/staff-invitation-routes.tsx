import * as v from 'valibot'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, type FormState, readForm, type Values } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, routes } from '#src/http/web.ts'
import { NewPassword, readTwice, Username } from '../../account-rules.ts'
import { completeLogin } from '../../entry/entry.ts'
import { refusedForm } from '../../entry/form-answer.ts'
import { acceptStaffInvitation, findStaffInvitation, type StaffInvitation } from './staff-invitation.ts'
import { StaffInvitationPage } from './views/staff-invitation-page.tsx'

/** The page of an invited member of staff, who chooses a username and a password. */
export const staffInvitationRoutes = routes()

/** The limit for attempts, because each one hashes a password. */
const ATTEMPTS = { name: 'staff-invitation', points: 30, per: 3600 }

const Password = {
  password: NewPassword,
  confirmPassword: v.pipe(v.optional(v.string(), ''), v.nonEmpty('common.problem.required')),
}

/** A former member of staff keeps their username. */
const readAcceptance = ({ formerId }: StaffInvitation, values: Values) =>
  readTwice<{ username: string; password: string }>(
    formerId
      ? v.object({ ...Password, username: v.optional(v.string(), '') })
      : v.object({ ...Password, username: Username }),
    values,
  )

function invitationPage(c: Ctx, invitation: StaffInvitation, formState: FormState, status: 200 | 422 | 429) {
  const action = `/staff-invitation/${c.req.param('token')}`
  return page(c, <StaffInvitationPage invitation={invitation} action={action} {...formState} />, {
    title: translate(c.var.locale)('desk.staff.invitation.title'),
    shell: 'account',
    status,
  })
}

staffInvitationRoutes.get('/staff-invitation/:token', async (c) =>
  invitationPage(c, await findStaffInvitation(c.var.db, c.req.param('token')), {}, 200),
)

staffInvitationRoutes.post('/staff-invitation/:token', async (c) => {
  const { values } = await readForm(c, AnyForm)
  const { db, locale } = c.var
  const invitation = await findStaffInvitation(db, c.req.param('token'))
  const form = readAcceptance(invitation, values)
  if (!form.ok) return invitationPage(c, invitation, form, 422)
  try {
    await consumePoint(ATTEMPTS, networkOf(c))
    const account = await acceptStaffInvitation(db, invitation, form.output, locale)
    return await completeLogin(c, account, { way: 'staff-invitation', returnUrl: '/desk' })
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVITATION_INVALID') throw error
    const { problems, details, status } = refusedForm(c, error)
    return invitationPage(c, invitation, { values, problems, details }, status)
  }
})
