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
import { RenewCodesPage } from '../views/recovery-codes-page.tsx'
import { SecurityPage } from '../views/security-page.tsx'
import { findSecurity } from './login-security.ts'
import {
  contextOf,
  newCodesPage,
  OtherSessionsField,
  requestedPathOf,
  SECURITY_PATH,
  securityPage,
} from './security-page.tsx'

export const securityRoutes = routes()

securityRoutes.get(SECURITY_PATH, async (c) => {
  const viewer = viewerOf(c)
  const security = await findSecurity(c.var.db, viewer)
  const { secondFactor, role } = viewer
  const rule = secondFactor === 'due' ? (role === 'agent' ? 'staff' : 'team') : undefined
  const props = { ...security, rule, requestedPath: requestedPathOf(c), done: c.req.query('done') } as const
  return securityPage(c, <SecurityPage {...props} />)
})

const FACTOR_PATH = `${SECURITY_PATH}/factors/:id`

type Status = 200 | 422 | 429

/** The page or dialog with the forms of one factor. */
async function factorForms(c: Ctx, id: string) {
  const factor = await findFactor(c.var.db, viewerOf(c), id)
  return actionPage(c, {
    title: translate(c.var.locale)('security.factor.edit'),
    form: <FactorForms factor={factor} />,
    current: 'acctInfo',
  })
}

securityRoutes.get(`${SECURITY_PATH}/factor`, (c) => {
  const id = c.req.query('id')
  return id ? factorForms(c, id) : goTo(c, SECURITY_PATH)
})

securityRoutes.post(`${FACTOR_PATH}/name`, async (c) => {
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
  return goTo(c, `${SECURITY_PATH}?done=factorRenamed`)
})

securityRoutes.post(`${FACTOR_PATH}/removal`, async (c) => {
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
    return goTo(c, `${SECURITY_PATH}?done=factorRemoved`)
  } catch (error) {
    await logRefusal(c, { way: 'remove-factor' }, error)
    const { status, ...refused } = refusedForm(c, error)
    return showForm({ values: form.values, ...refused }, status)
  }
})

const renewalPage = (c: Ctx, formState: FormState, status: Status = 200) =>
  securityPage(c, <RenewCodesPage {...formState} />, status)

securityRoutes.get(`${SECURITY_PATH}/recovery-codes`, (c) => renewalPage(c, {}))

securityRoutes.post(`${SECURITY_PATH}/recovery-codes`, async (c) => {
  const form = await readForm(c, v.object({ current: CurrentPassword }))
  if (!form.ok) return renewalPage(c, form, 422)
  const viewer = viewerOf(c)
  try {
    await requireOwnPassword(c.var.db, viewer, form.output.current)
    return newCodesPage(c, await renewRecoveryCodes(c.var.db, viewer, c.var.locale), '')
  } catch (error) {
    await logRefusal(c, { way: 'make-recovery-codes' }, error)
    const { status, ...refused } = refusedForm(c, error)
    return renewalPage(c, refused, status)
  }
})
