import * as v from 'valibot'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm } from '#src/http/body.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { CurrentPassword, Name } from '../../account-rules.ts'
import { refusedForm } from '../../entry/form-answer.ts'
import { logRefusal } from '../../entry/login.ts'
import { requireOwnPassword } from '../../password/own-password.ts'
import { findFactor, removeFactor, renameFactor, renewRecoveryCodes } from '../factor.ts'
import { FactorForms, NameForm, RemovalForm } from '../views/factor-forms.tsx'
import { NewCodesPage } from '../views/recovery-codes-page.tsx'
import { SecurityPage } from '../views/security-page.tsx'
import { findSecurity } from './login-security.ts'
import {
  codesPage,
  contextOf,
  OtherSessionsField,
  requestedPathOf,
  SECURITY,
  securityPage,
} from './security-page.tsx'

export const securityRoutes = routes()

securityRoutes.get(SECURITY, async (c) => {
  const viewer = viewerOf(c)
  const security = await findSecurity(c.var.db, viewer)
  const { secondFactor, role } = viewer
  const rule = secondFactor === 'due' ? (role === 'agent' ? 'staff' : 'team') : undefined
  const props = { ...security, rule, requestedPath: requestedPathOf(c), done: c.req.query('done') } as const
  return securityPage(c, <SecurityPage {...props} />)
})

const FACTOR = `${SECURITY}/factors/:id`

type Status = 200 | 422 | 429

/** The forms of one factor; a refused form is returned without the page. */
async function factorForms(c: Ctx, id: string, formState: FormState = {}, status: Status = 200) {
  const factor = await findFactor(c.var.db, viewerOf(c), id)
  return actionPage(c, {
    title: translate(c.var.locale)('security.factor.edit'),
    form: <FactorForms factor={factor} {...formState} />,
    current: 'acctInfo',
    status,
  })
}

securityRoutes.get(`${SECURITY}/factor`, (c) => {
  const id = c.req.query('id')
  return id ? factorForms(c, id) : goTo(c, SECURITY)
})

securityRoutes.post(`${FACTOR}/name`, async (c) => {
  const form = await readForm(c, v.object({ name: Name }))
  const viewer = viewerOf(c)
  const factor = await findFactor(c.var.db, viewer, c.req.param('id'))
  if (!form.ok)
    return actionPage(c, {
      title: translate(c.var.locale)('security.factor.edit'),
      form: <NameForm factor={factor} {...form} />,
      current: 'acctInfo',
      status: 422,
    })
  await renameFactor(c.var.db, viewer, factor.id, form.output.name, c.var.locale)
  return goTo(c, `${SECURITY}?done=factorRenamed`)
})

securityRoutes.post(`${FACTOR}/removal`, async (c) => {
  const form = await readForm(c, v.object({ current: CurrentPassword, others: OtherSessionsField }))
  const viewer = viewerOf(c)
  const factor = await findFactor(c.var.db, viewer, c.req.param('id'))
  const showForm = (formState: FormState, status: Status) =>
    actionPage(c, {
      title: translate(c.var.locale)('security.factor.edit'),
      form: <RemovalForm factor={factor} {...formState} />,
      current: 'acctInfo',
      status,
    })
  if (!form.ok) return showForm(form, 422)
  try {
    await requireOwnPassword(c.var.db, viewer, form.output.current)
    await removeFactor(c.var.db, viewer, factor.id, contextOf(c, form.values))
    return goTo(c, `${SECURITY}?done=factorRemoved`)
  } catch (error) {
    await logRefusal(c, { way: 'remove-factor' }, error)
    const { status, ...refused } = refusedForm(c, error)
    return showForm({ values: form.values, ...refused }, status)
  }
})

const newCodesPage = (c: Ctx, formState: FormState, status: Status = 200) =>
  securityPage(c, <NewCodesPage {...formState} />, status)

securityRoutes.get(`${SECURITY}/recovery-codes`, (c) => newCodesPage(c, {}))

securityRoutes.post(`${SECURITY}/recovery-codes`, async (c) => {
  const form = await readForm(c, v.object({ current: CurrentPassword }))
  if (!form.ok) return newCodesPage(c, form, 422)
  const viewer = viewerOf(c)
  try {
    await requireOwnPassword(c.var.db, viewer, form.output.current)
    return codesPage(c, await renewRecoveryCodes(c.var.db, viewer, c.var.locale), '')
  } catch (error) {
    await logRefusal(c, { way: 'make-recovery-codes' }, error)
    const { status, ...refused } = refusedForm(c, error)
    return newCodesPage(c, refused, status)
  }
})
