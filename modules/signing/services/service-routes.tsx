import { requirePermission } from '#modules/accounts/index.ts'
import { findSignable, maySend } from '#modules/imports/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import { AnyForm, type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { signingParties } from '../copy/signing-parties.ts'
import { assign } from '../providers/choice.ts'
import type { ServiceName } from '../providers/provider-name.ts'
import { beginAuthorisation, findAttempt, queryAuthorisation } from '../providers/remote/authorisation.ts'
import { ProviderError } from '../providers/remote/provider-error.ts'
import { findService, offeredServices } from '../providers/remote/services.ts'
import { findSettingWithServices } from '../setting.ts'
import {
  findServicesPage,
  RuleForm,
  readServiceChoices,
  serviceNames,
  storeServiceChoices,
  storeServiceRule,
} from './service-setting.ts'
import { AttemptPage } from './views/attempt-page.tsx'
import { ServiceChoicePage } from './views/service-choice-page.tsx'
import { ServicesPage } from './views/services-page.tsx'

/** The pages on which senders choose services and authorise us there. */
export const serviceRoutes = routes()

const HOME = '/mgmt/acct-info/services'
const ATTEMPTS = { name: 'service-authorisations', points: 20, per: 86_400 }

const pageOptions = (c: Ctx, current: 'acctInfo' | 'myDocs', status: 200 | 422 | 503 = 200) =>
  ({
    title: translate(c.var.locale)('signing.services.title'),
    shell: 'mgmt',
    current,
    status,
  }) as const

async function servicesPage(c: Ctx, formState: FormState & { status?: 422 | 503 } = {}) {
  const viewer = viewerOf(c)
  const props = await findServicesPage(c.var.db, viewer)
  const document = c.req.query('document') ?? ''
  const content = (
    <ServicesPage
      {...props}
      {...formState}
      services={offeredServices().map(([name, { capabilities }]) => ({ name, capabilities }))}
      names={serviceNames()}
      document={isId(document) ? document : ''}
      maySend={viewer.permissions.includes('document.sign')}
      mayRule={viewer.permissions.includes('team.edit')}
    />
  )
  return page(c, content, pageOptions(c, 'acctInfo', formState.status))
}

serviceRoutes.get(HOME, (c) => servicesPage(c))

serviceRoutes.post(`${HOME}/rule`, async (c) => {
  const form = await readForm(c, RuleForm)
  if (!form.ok) return servicesPage(c, { ...form, status: 422 })
  await storeServiceRule(c.var.db, viewerOf(c), form.output)
  return goTo(c, HOME)
})

/** The service in a URL. Throws NOT_FOUND for a service that is not offered. */
function serviceIn(c: Ctx): ServiceName {
  const name = c.req.param('service') ?? ''
  if (!findService(name)) throw new AppError('NOT_FOUND')
  return name as ServiceName
}

serviceRoutes.post(`${HOME}/:service/authorisation`, async (c) => {
  const form = await readForm(c, AnyForm)
  const provider = serviceIn(c)
  requirePermission(viewerOf(c), 'document.sign')
  await consumePoint(ATTEMPTS, viewerOf(c).id)
  const { sender, document = '' } = form.values
  try {
    const id = await beginAuthorisation(c.var.db, viewerOf(c), {
      provider,
      as: sender === 'individual' ? 'individual' : 'institution',
      documentId: isId(document) ? document : null,
      locale: c.var.locale,
    })
    return goTo(c, `${HOME}/${provider}/authorisations/${id}`)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ event: 'authorisation', provider, code: error.code, kind: error.kind }, error.message)
    return servicesPage(c, { problems: { form: problemOf(error) }, status: 503 })
  }
})

const problemOf = ({ kind }: ProviderError) =>
  kind === 'refused' ? 'signing.services.problem.refused' : 'signing.services.problem.unavailable'

const ATTEMPT = `${HOME}/:service/authorisations/:id`

/** Redirects to the service; after the sender has decided there, shows the decision. */
serviceRoutes.get(ATTEMPT, async (c) => {
  serviceIn(c)
  const attempt = await findAttempt(c.var.db, viewerOf(c), c.req.param('id'))
  return page(c, <AttemptPage attempt={attempt} />, pageOptions(c, 'acctInfo'))
})

/** The sender reports that they have finished at the service. */
serviceRoutes.post(`${ATTEMPT}/check`, async (c) => {
  await requireForm(c)
  const provider = serviceIn(c)
  const attempt = await findAttempt(c.var.db, viewerOf(c), c.req.param('id'))
  await consumePoint(ATTEMPTS, viewerOf(c).id)
  try {
    await queryAuthorisation(c.var.db, attempt)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const content = <AttemptPage attempt={attempt} problems={{ form: problemOf(error) }} />
    return page(c, content, pageOptions(c, 'acctInfo', 503))
  }
  return goTo(c, `${HOME}/${provider}/authorisations/${attempt.id}`)
})

const CHOICE = '/mgmt/:id/services'

async function choicePage(c: Ctx, formState: FormState = {}) {
  const viewer = viewerOf(c)
  const document = await findSignable(c.var.db, viewer, c.req.param('id')!)
  requirePermission(viewer, 'document.sign')
  if (!maySend(document)) return goTo(c, `/mgmt/${document.id}/view-doc`)
  const setting = await findSettingWithServices(c.var.db, viewer.teamId, document)
  const { signatories, services: choice } = setting
  const content = (
    <ServiceChoicePage
      {...formState}
      document={document}
      parties={signingParties(document)}
      choice={choice}
      names={serviceNames()}
      signatories={signatories}
      assignments={assign(document, signatories, choice)}
    />
  )
  return page(c, content, pageOptions(c, 'myDocs', formState.problems ? 422 : 200))
}

serviceRoutes.get(CHOICE, (c) => choicePage(c))

serviceRoutes.post(CHOICE, async (c) => {
  const id = c.req.param('id')
  const form = await readForm(c, AnyForm)
  try {
    await storeServiceChoices(c.var.db, viewerOf(c), id, readServiceChoices(form.values))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SERVICE_UNSUITABLE') throw error
    logRefused(c, error)
    return choicePage(c, { values: form.values, problems: { form: error.words }, details: error.details })
  }
  return goTo(c, `/mgmt/${id}/sign-setting`)
})
