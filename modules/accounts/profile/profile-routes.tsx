import type { ReactElement } from 'react'
import * as v from 'valibot'
import { findOpenMoney } from '#src/auth/open-money.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { beginSession, endElsewhere, endSession, listSessions } from '#src/auth/session.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import type { FormState, Problems } from '#src/http/body.ts'
import { AnyForm, type FormResult, readForm, requireForm } from '#src/http/body.ts'
import { freshCaptcha } from '#src/http/captcha/captcha-kind.ts'
import { clientAddress } from '#src/http/client-address.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { smsAvailable } from '#src/mail/sms.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { logAccountAction } from '../account-log.ts'
import { CurrentPassword } from '../account-rules.ts'
import { registerCodePage } from '../entry/codes/code-routes.tsx'
import { putSession, sessionToken } from '../entry/cookies.ts'
import { refusedForm } from '../entry/form-answer.ts'
import { logRefusal } from '../entry/login.ts'
import { unbindSocialByOwner } from '../entry/social/binding.ts'
import type { CodePartProps } from '../entry/views/code-part.tsx'
import { requirePermission } from '../permissions.ts'
import { COMPANY_FORMS, editCompany, editProfile, findProfile, PROFILE_FORMS } from './profile.ts'
import { CONTACT_FORMS, type ContactWay, changeContact } from './profile-contact.ts'
import { DeletionForm as Deletion, requestDeletion } from './profile-deletion.ts'
import { readPasswordChange, replacePassword } from './profile-password.ts'
import {
  CompanyEditForm,
  ContactForm,
  DeletionForm,
  PasswordForm,
  ProfileEditForm,
  UnbindForm,
} from './views/profile-forms.tsx'

export const profileRoutes = routes()

const CONTACTS = { name: 'own-contact', points: 20, per: 3600 }
const REQUESTS = { name: 'support-request', points: 5, per: 86_400 }

const HOME = '/mgmt/acct-info'
const tokenOf = (c: Ctx) => sessionToken(c) ?? ''

type Status = 200 | 409 | 422 | 429

function showAction(c: Ctx, name: MessageKey<'acctInfo.action'>, form: ReactElement, status: Status = 200) {
  return actionPage(c, {
    title: translate(c.var.locale)(`acctInfo.action.${name}`),
    form,
    status,
    current: 'acctInfo',
  })
}

profileRoutes.get(`${HOME}/password`, (c) =>
  showAction(c, 'password', <PasswordForm values={{ others: 'yes' }} />),
)

profileRoutes.post(`${HOME}/password`, async (c) => {
  const form = readPasswordChange((await readForm(c, AnyForm)).values)
  if (!form.ok) return showAction(c, 'password', <PasswordForm {...form} />, 422)
  const viewer = viewerOf(c)
  const token = tokenOf(c)
  try {
    await replacePassword(c.var.db, viewer, form.output, { token, locale: c.var.locale })
  } catch (error) {
    await logRefusal(c, { way: 'own-password' }, error)
    const { status, ...refused } = refusedForm(c, error)
    return showAction(c, 'password', <PasswordForm values={form.values} {...refused} />, status)
  }
  await endSession(c.var.db, token)
  const client = { device: c.req.header('user-agent') ?? '', address: clientAddress(c) }
  putSession(c, await beginSession(c.var.db, viewer.id, client))
  return goTo(c, `${HOME}?done=password`)
})

async function contactForm(
  c: Ctx,
  way: ContactWay,
  formState: Partial<CodePartProps> & FormState,
  status: Status = 200,
) {
  const captcha = await freshCaptcha(c, formState.values)
  return showAction(c, way, <ContactForm {...formState} way={way} captcha={captcha} />, status)
}

for (const way of ['email', 'mobile'] as const) {
  registerCodePage(way, (c, formState, status) =>
    c.var.viewer ? contactForm(c, way, formState, status) : goTo(c, '/acct/login'),
  )

  profileRoutes.get(`${HOME}/${way}`, (c) => {
    if (way === 'mobile' && !smsAvailable) notFound()
    return contactForm(c, way, {})
  })

  profileRoutes.post(`${HOME}/${way}`, async (c) => {
    const form = (await readForm(c, CONTACT_FORMS[way])) as FormResult<Record<string, string>>
    if (!form.ok) return contactForm(c, way, form, 422)
    const viewer = viewerOf(c)
    const address = form.output[way]!
    if (address === viewer[way]) {
      const problems: Problems = { [way]: 'acctInfo.problem.sameAddress' }
      return contactForm(c, way, { values: form.values, problems }, 422)
    }
    try {
      await consumePoint(CONTACTS, viewer.id)
      const { visitor, locale } = c.var
      const { code, current } = form.output as { code: string; current: string }
      await changeContact(c.var.db, viewer, { way, address, code, current, visitor, locale })
      return goTo(c, `${HOME}?done=${way}`)
    } catch (error) {
      await logRefusal(c, { way: `own-${way}` }, error)
      const { status, ...refused } = refusedForm(c, error)
      return contactForm(c, way, { values: form.values, ...refused }, status)
    }
  })
}

profileRoutes.get(`${HOME}/profile`, async (c) => {
  const viewer = viewerOf(c)
  const { department, position, mailing_address, version, identity } = await findProfile(c.var.db, viewer)
  const values = { name: viewer.name, department, position, mailingAddress: mailing_address }
  const form = <ProfileEditForm values={{ ...values, version: String(version) }} identity={identity} />
  return showAction(c, 'profile', form)
})

profileRoutes.post(`${HOME}/profile`, async (c) => {
  const { identity } = await findProfile(c.var.db, viewerOf(c))
  const form = await readForm(c, PROFILE_FORMS[identity])
  if (!form.ok) return showAction(c, 'profile', <ProfileEditForm {...form} identity={identity} />, 422)
  if (await editProfile(c.var.db, viewerOf(c), form.output)) return goTo(c, `${HOME}?done=profile`)
  const { version } = await findProfile(c.var.db, viewerOf(c))
  return showAction(
    c,
    'profile',
    <ProfileEditForm {...changedMeanwhile(form.values, version)} identity={identity} />,
    409,
  )
})

/**
 * Shows the typed text again, now based on the version that another user saved: saving again replaces that
 * version.
 */
function changedMeanwhile(values: Record<string, string>, version: number): FormState {
  return {
    values: { ...values, version: String(version) },
    problems: { form: 'acctInfo.problem.changedMeanwhile' },
  }
}

profileRoutes.get(`${HOME}/company`, async (c) => {
  requirePermission(viewerOf(c), 'team.edit')
  const { companyName, credit_code, phone, address, teamVersion, unnamed } = await findProfile(
    c.var.db,
    viewerOf(c),
  )
  const values = { companyName, creditCode: credit_code ?? '', phone, address, version: String(teamVersion) }
  return showAction(c, actionName(unnamed), <CompanyEditForm values={values} isIndividual={unnamed} />)
})

profileRoutes.post(`${HOME}/company`, async (c) => {
  const viewer = viewerOf(c)
  const { unnamed } = await findProfile(c.var.db, viewer)
  const form = await readForm(c, unnamed ? COMPANY_FORMS.unnamed : COMPANY_FORMS.named)
  requirePermission(viewer, 'team.edit')
  if (!form.ok)
    return showAction(c, actionName(unnamed), <CompanyEditForm {...form} isIndividual={unnamed} />, 422)
  if (await editCompany(c.var.db, viewer, form.output)) return goTo(c, `${HOME}?done=${actionName(unnamed)}`)
  const { teamVersion } = await findProfile(c.var.db, viewer)
  const formState = changedMeanwhile(form.values, teamVersion)
  return showAction(c, actionName(unnamed), <CompanyEditForm {...formState} isIndividual={unnamed} />, 409)
})

const actionName = (isIndividual: boolean) => (isIndividual ? 'details' : 'company')

profileRoutes.get(`${HOME}/deletion`, async (c) => {
  const { deletionAskedAt } = await findProfile(c.var.db, viewerOf(c))
  const askedAt = deletionAskedAt ? shanghaiDay(deletionAskedAt) : undefined
  const { id, role, teamId: team_id } = viewerOf(c)
  const openMoney = await findOpenMoney(c.var.db, { id, role, team_id })
  return showAction(c, 'deletion', <DeletionForm askedAt={askedAt} moneyOpen={openMoney.length > 0} />)
})

profileRoutes.post(`${HOME}/deletion`, async (c) => {
  const form = await readForm(c, Deletion)
  if (!form.ok) return showAction(c, 'deletion', <DeletionForm {...form} />, 422)
  try {
    await consumePoint(REQUESTS, viewerOf(c).id)
    if (await requestDeletion(c.var.db, viewerOf(c), form.output.words, c.var.locale))
      return goTo(c, `${HOME}?done=deletion`)
  } catch (error) {
    const { status, ...refused } = refusedForm(c, error)
    return showAction(c, 'deletion', <DeletionForm values={form.values} {...refused} />, status)
  }
  const problems: Problems = { form: 'acctInfo.problem.requestOpen' }
  return showAction(c, 'deletion', <DeletionForm values={form.values} problems={problems} />, 409)
})

profileRoutes.post(`${HOME}/sessions/:id/ending`, async (c) => {
  await requireForm(c)
  const viewer = viewerOf(c)
  const id = c.req.param('id')
  const openSessions = await listSessions(c.var.db, viewer.id, tokenOf(c))
  if (!openSessions.some((session) => session.id === id)) notFound()
  await c.var.db.transaction().execute(async (trx) => {
    await endElsewhere(trx, viewer.id, { id })
    await logAccountAction(trx, viewer, 'end-session')
  })
  return goTo(c, `${HOME}?done=session`)
})

profileRoutes.post(`${HOME}/other-sessions/ending`, async (c) => {
  await requireForm(c)
  const viewer = viewerOf(c)
  await c.var.db.transaction().execute(async (trx) => {
    await endElsewhere(trx, viewer.id, { keep: tokenOf(c) })
    await logAccountAction(trx, viewer, 'end-other-sessions')
  })
  return goTo(c, `${HOME}?done=sessions`)
})

profileRoutes.get(`${HOME}/social/unbinding`, (c) => showAction(c, 'unbind', <UnbindForm />))

profileRoutes.post(`${HOME}/social/unbinding`, async (c) => {
  const form = await readForm(c, v.object({ current: CurrentPassword }))
  if (!form.ok) return showAction(c, 'unbind', <UnbindForm {...form} />, 422)
  try {
    await unbindSocialByOwner(c.var.db, viewerOf(c), form.output.current, c.var.locale)
    return goTo(c, `${HOME}?done=unbound`)
  } catch (error) {
    await logRefusal(c, { way: 'unbind-social' }, error)
    const { status, ...refused } = refusedForm(c, error)
    return showAction(c, 'unbind', <UnbindForm {...refused} />, status)
  }
})
