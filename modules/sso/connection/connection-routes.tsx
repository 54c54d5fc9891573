import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { goToProvider, redirectUriOf } from '../login/login-routes.tsx'
import { ProviderError } from '../login/provider-error.ts'
import { LOGIN, SSO } from '../paths.ts'
import {
  findConnection,
  findProvider,
  removeConnection,
  requireConnection,
  requirePlan,
  saveConnection,
  switchConnection,
} from './connection.ts'
import { ConnectionForm, DomainForm } from './connection-form.ts'
import { addDomain, findDomain, proveDomain, removeDomain } from './domain.ts'
import { findIdentity, unlinkPerson } from './identity.ts'
import { ConfirmationForm, type ConfirmedAction } from './views/confirmation-form.tsx'
import { ProviderFormPage } from './views/provider-form-page.tsx'
import { SsoSettingsPage } from './views/settings-page.tsx'

/** The pages on which administrators manage their team's single sign-on. */
export const connectionRoutes = routes()

/** Limits the requests that a team's administrators cause to providers and name servers. */
const REQUEST_LIMIT: Limit = { name: 'sso-settings', points: 60, per: 3600 }

const FRAME = { shell: 'mgmt', current: 'acctInfo' } as const
const tOf = (c: Ctx) => translate(c.var.locale)

async function settingsPage(c: Ctx, formState: FormState = {}) {
  const viewer = viewerOf(c)
  const connectionFacts = await findConnection(c.var.db, viewer)
  const addresses = { redirect: redirectUriOf(viewer.teamId), login: publicUrl(`${LOGIN}/${viewer.teamId}`) }
  const content = (
    <SsoSettingsPage {...connectionFacts} addresses={addresses} done={c.req.query('done')} {...formState} />
  )
  const status = formState.problems ? 422 : 200
  return page(c, content, { title: tOf(c)('sso.title'), ...FRAME, status })
}

/** Shows the page again with the problems of its fields; rethrows other errors. */
function settingsAgain(c: Ctx, error: unknown, field: string, values: FormState['values'] = {}) {
  const isFormProblem =
    error instanceof ProviderError || (error instanceof AppError && error.code === 'INVALID_FIELD')
  if (!isFormProblem) throw error
  logRefused(c, error)
  return settingsPage(c, { values, problems: { [field]: error.words }, details: error.details })
}

connectionRoutes.get(SSO, (c) => settingsPage(c))

async function formPage(c: Ctx, formState: FormState = {}) {
  const { connection, included } = await findConnection(c.var.db, viewerOf(c))
  if (!included) return goTo(c, SSO)
  const title = tOf(c)(connection ? 'sso.provider.change' : 'sso.provider.new')
  const values = formState.values ?? {
    issuer: connection?.issuer ?? '',
    clientId: connection?.client_id ?? '',
    addsMembers: !connection || connection.adds_members ? 'yes' : '',
  }
  const props = { ...formState, values, title, isNew: !connection }
  const content = <ProviderFormPage {...props} redirect={redirectUriOf(viewerOf(c).teamId)} />
  return page(c, content, { title, ...FRAME, status: formState.problems ? 422 : 200 })
}

connectionRoutes.get(`${SSO}/provider`, (c) => formPage(c))

connectionRoutes.post(`${SSO}/provider`, async (c) => {
  const form = await readForm(c, ConnectionForm)
  requirePlan(await findConnection(c.var.db, viewerOf(c)))
  if (!form.ok) return formPage(c, form)
  try {
    await consumePoint(REQUEST_LIMIT, viewerOf(c).teamId)
    await saveConnection(c.var.db, viewerOf(c), form.output)
    return goTo(c, `${SSO}?done=ssoSaved`)
  } catch (error) {
    const isFieldProblem = error instanceof AppError && error.code === 'INVALID_FIELD'
    if (!(error instanceof ProviderError || isFieldProblem)) throw error
    logRefused(c, error)
    const field = isFieldProblem ? String(error.details.field) : 'issuer'
    return formPage(c, { values: form.values, problems: { [field]: error.words }, details: error.details })
  }
})

connectionRoutes.post(`${SSO}/domains`, async (c) => {
  const form = await readForm(c, DomainForm)
  if (!form.ok) return settingsPage(c, form)
  try {
    await addDomain(c.var.db, viewerOf(c), form.output.domain)
    return goTo(c, `${SSO}?done=domainAdded#domains`)
  } catch (error) {
    return settingsAgain(c, error, 'domain', form.values)
  }
})

connectionRoutes.post(`${SSO}/domains/:id/proof`, async (c) => {
  await requireForm(c)
  const { id } = await findDomain(c.var.db, viewerOf(c), c.req.param('id'))
  await consumePoint(REQUEST_LIMIT, viewerOf(c).teamId)
  try {
    await proveDomain(c.var.db, viewerOf(c), id)
    return goTo(c, `${SSO}?done=domainProved#domains`)
  } catch (error) {
    return settingsAgain(c, error, id)
  }
})

function confirmation(c: Ctx, confirmedAction: ConfirmedAction, path: string, name?: string) {
  const form = <ConfirmationForm confirmedAction={confirmedAction} action={`${SSO}/${path}`} name={name} />
  return actionPage(c, { title: tOf(c)(`sso.${confirmedAction}.title`), form, current: 'acctInfo' })
}

connectionRoutes.get(`${SSO}/domains/:id/removal`, async (c) => {
  const { id, domain } = await findDomain(c.var.db, viewerOf(c), c.req.param('id'))
  return confirmation(c, 'domainRemoval', `domains/${id}/removal`, domain)
})

connectionRoutes.post(`${SSO}/domains/:id/removal`, async (c) => {
  await requireForm(c)
  await removeDomain(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `${SSO}?done=domainRemoved#domains`)
})

connectionRoutes.get(`${SSO}/people/:id/unlinking`, async (c) => {
  const { id, name } = await findIdentity(c.var.db, viewerOf(c), c.req.param('id'))
  return confirmation(c, 'unlinking', `people/${id}/unlinking`, name)
})

connectionRoutes.post(`${SSO}/people/:id/unlinking`, async (c) => {
  await requireForm(c)
  await unlinkPerson(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `${SSO}?done=personUnlinked`)
})

connectionRoutes.post(`${SSO}/test`, async (c) => {
  await requireForm(c)
  const viewer = viewerOf(c)
  requirePlan(await requireConnection(c.var.db, viewer))
  await consumePoint(REQUEST_LIMIT, viewer.teamId)
  const provider = await findProvider(c.var.db, viewer.teamId)
  try {
    return await goToProvider(c, provider!, { accountId: viewer.id, returnUrl: SSO })
  } catch (error) {
    return settingsAgain(c, error, 'form')
  }
})

connectionRoutes.post(`${SSO}/enabling`, async (c) => {
  await requireForm(c)
  try {
    await switchConnection(c.var.db, viewerOf(c), 'enabled')
    return goTo(c, `${SSO}?done=ssoEnabled`)
  } catch (error) {
    return settingsAgain(c, error, 'form')
  }
})

for (const what of ['disabling', 'removal'] as const)
  connectionRoutes.get(`${SSO}/${what}`, async (c) => {
    const { connection } = await requireConnection(c.var.db, viewerOf(c))
    return confirmation(c, what, what, connection.issuer)
  })

connectionRoutes.post(`${SSO}/disabling`, async (c) => {
  await requireForm(c)
  await switchConnection(c.var.db, viewerOf(c), 'disabled')
  return goTo(c, `${SSO}?done=ssoDisabled`)
})

connectionRoutes.post(`${SSO}/removal`, async (c) => {
  await requireForm(c)
  await removeConnection(c.var.db, viewerOf(c))
  return goTo(c, `${SSO}?done=ssoRemoved`)
})
