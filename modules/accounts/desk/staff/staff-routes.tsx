import * as v from 'valibot'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { AnyForm, type FormState, readForm, readValues, requireForm, type Values } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { Email, Name } from '../../account-rules.ts'
import { refusedForm } from '../../entry/form-answer.ts'
import { changeRoles, findStaff, listStaff, removeStaff, type StaffMember, sortRoles } from './staff.ts'
import { inviteStaff, listStaffInvitations, withdrawStaffInvitation } from './staff-invitation.ts'
import { liftSuspension, suspendStaff } from './suspension.ts'
import { RemovalForm, RolesForm, StaffMemberForms } from './views/staff-forms.tsx'
import { StaffPage } from './views/staff-page.tsx'
import { LiftForm, SuspensionForm } from './views/suspension-forms.tsx'

export const staffRoutes = routes()

const HOME = '/desk/staff'

/** The limit for mails to one mailbox. */
const MAILS: Limit = {
  name: 'staff-invitation-mailbox',
  points: 5,
  per: 86_400,
  words: 'common.limit.mailbox',
}

const Reason = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(500, 'common.problem.tooLong'),
)

/** The ticked roles of a form. */
const rolesIn = (values: Values) => sortRoles(Object.keys(values).filter((name) => values[name] === 'yes'))

async function staffPage(c: Ctx, formState: FormState = {}, status: 200 | 422 | 429 = 200) {
  const { db } = c.var
  const viewer = viewerOf(c)
  const staff = await listStaff(db, viewer)
  const invitations = await listStaffInvitations(db, viewer)
  const props = { ...formState, viewer, staff, invitations, done: c.req.query('done') }
  return page(c, <StaffPage {...props} />, {
    title: translate(c.var.locale)('desk.staff.title'),
    shell: 'mgmt',
    current: 'deskStaff',
    status,
  })
}

staffRoutes.get(HOME, (c) => staffPage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
staffRoutes.get(`${HOME}/invitations`, (c) => goTo(c, HOME))

staffRoutes.post(`${HOME}/invitations`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const form = readValues(v.object({ email: Email, name: Name }), Object.entries(values))
  const roles = rolesIn(values)
  const problems = form.ok ? {} : form.problems
  if (!roles.length) problems.roles = 'desk.staff.problem.noRole'
  if (!form.ok || !roles.length) return staffPage(c, { values, problems }, 422)
  try {
    await consumePoint(MAILS, mailboxOf(form.output.email))
    await inviteStaff(c.var.db, viewerOf(c), { ...form.output, roles }, c.var.locale)
  } catch (error) {
    const { status, ...refused } = refusedForm(c, error)
    return staffPage(c, { values, ...refused }, status)
  }
  return goTo(c, `${HOME}?done=invited`)
})

staffRoutes.get(`${HOME}/invitations/:id/withdrawal`, (c) => goTo(c, HOME))

staffRoutes.post(`${HOME}/invitations/:id/withdrawal`, async (c) => {
  await requireForm(c)
  await withdrawStaffInvitation(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `${HOME}?done=withdrawn`)
})

type Status = 200 | 409 | 422

function memberPage(c: Ctx, member: StaffMember, formState: FormState = {}, status: Status = 200) {
  const isOwn = member.id === viewerOf(c).id
  const form = <StaffMemberForms member={member} isOwn={isOwn} {...formState} />
  return actionPage(c, { title: member.name, form, current: 'deskStaff', status })
}

staffRoutes.get(`${HOME}/:id`, async (c) =>
  memberPage(c, await findStaff(c.var.db, viewerOf(c), c.req.param('id'))),
)

for (const action of ['roles', 'removal', 'suspension', 'suspension-end'])
  staffRoutes.get(`${HOME}/:id/${action}`, async (c) => {
    const { id } = await findStaff(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${HOME}/${id}`)
  })

staffRoutes.post(`${HOME}/:id/roles`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const { db } = c.var
  const viewer = viewerOf(c)
  const id = c.req.param('id')
  const form = readValues(v.object({ reason: Reason }), Object.entries(values))
  const showForm = async (problems: FormState['problems'], status: Status) => {
    const member = await findStaff(db, viewer, id)
    if (!isFragmentRequest(c)) return memberPage(c, member, { values, problems }, status)
    const content = <RolesForm member={member} values={values} problems={problems} />
    return actionPage(c, { title: member.name, form: content, current: 'deskStaff', status })
  }
  if (!form.ok) return showForm(form.problems, 422)
  const previousRoles = sortRoles((values.was ?? '').split(' '))
  const change = { shownRoles: previousRoles, roles: rolesIn(values), reason: form.output.reason }
  const problem = await changeRoles(db, viewer, id, change)
  return problem ? showForm({ form: problem }, 409) : goTo(c, `${HOME}?done=changed`)
})

staffRoutes.post(`${HOME}/:id/removal`, async (c) => {
  const form = await readForm(c, v.object({ ground: Reason }))
  const { db } = c.var
  const viewer = viewerOf(c)
  const id = c.req.param('id')
  const showForm = async (problems: FormState['problems'], status: Status) => {
    const member = await findStaff(db, viewer, id)
    const formState = { values: form.values, problems }
    if (!isFragmentRequest(c)) return memberPage(c, member, formState, status)
    const content = <RemovalForm member={member} {...formState} />
    return actionPage(c, { title: member.name, form: content, current: 'deskStaff', status })
  }
  if (!form.ok) return showForm(form.problems, 422)
  const problem = await removeStaff(db, viewer, id, form.output.ground)
  return problem ? showForm({ form: problem }, 409) : goTo(c, `${HOME}?done=removed`)
})

const SUSPENSION = {
  suspension: { apply: suspendStaff, Form: SuspensionForm, done: 'suspended' },
  'suspension-end': { apply: liftSuspension, Form: LiftForm, done: 'lifted' },
} as const

for (const [path, { apply, Form, done }] of Object.entries(SUSPENSION))
  staffRoutes.post(`${HOME}/:id/${path}`, async (c) => {
    const form = await readForm(c, v.object({ cause: Reason }))
    const { db } = c.var
    const viewer = viewerOf(c)
    const id = c.req.param('id')
    const showForm = async (problems: FormState['problems'], status: Status) => {
      const member = await findStaff(db, viewer, id)
      const formState = { values: form.values, problems }
      if (!isFragmentRequest(c)) return memberPage(c, member, formState, status)
      const content = <Form member={member} {...formState} />
      return actionPage(c, { title: member.name, form: content, current: 'deskStaff', status })
    }
    if (!form.ok) return showForm(form.problems, 422)
    const problem = await apply(db, viewer, id, form.output.cause)
    return problem ? showForm({ form: problem }, 409) : goTo(c, `${HOME}?done=${done}`)
  })
