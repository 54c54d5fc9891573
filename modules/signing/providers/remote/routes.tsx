import { pageBrand } from '#modules/brand/index.ts'
import { consumePoint, hasPoints, type Limit } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import { readBytes } from '#src/http/body.ts'
import { clientAddress, networkOf } from '#src/http/client-address.ts'
import { page } from '#src/http/page.tsx'
import { countRefusedCallback } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { whenEntered } from '../builtin/entrance.ts'
import { stepOf, type Turn } from '../builtin/signer-link.ts'
import type { ServiceName } from '../provider-name.ts'
import { latestAttempt, queryAuthorisation } from './authorisation.ts'
import { storeCallback } from './callback.ts'
import { signerReturnUrl } from './order.ts'
import { ProviderError } from './provider-error.ts'
import type { RemoteService } from './service.ts'
import { findAtService } from './service-jobs.ts'
import { findService } from './services.ts'
import { ServiceStepPage } from './views/service-step-page.tsx'

/** Callbacks of other companies' services, and redirects to the services and back. */
export const remoteRoutes = routes()

/** No callback of a service is this large. */
const MAX_BYTES = 1024 * 1024

/** Limits forged callbacks per IP address; callbacks of a real service hardly ever reach the limit. */
const FORGERY_LIMIT: Limit = { name: 'forged-service-callbacks', points: 100, per: 60 }

remoteRoutes.post('/e-sign/:service/callback', async (c) => {
  const { name, service } = serviceIn(c)
  const sender = `${name} ${networkOf(c)}`
  if (!(await hasPoints(FORGERY_LIMIT, sender)))
    throw new AppError('TOO_MANY_REQUESTS', { retryAfter: FORGERY_LIMIT.per })
  const request = {
    headers: Object.fromEntries(c.req.raw.headers),
    query: c.req.query(),
    body: await readBytes(c, MAX_BYTES),
  }
  const callback = service.readCallback(request)
  if (!callback) {
    log.info({ event: 'callback refused', service: name, address: clientAddress(c) }, 'e-sign service')
    countRefusedCallback({ 'qishu.service': name })
    await consumePoint(FORGERY_LIMIT, sender)
    return c.body('', 401)
  }
  await storeCallback(c.var.db, name, callback, request)
  const { status, contentType, body } = service.acknowledgement
  return c.body(body, status, { 'content-type': contentType })
})

function serviceIn(c: Ctx): { name: ServiceName; service: RemoteService } {
  const name = c.req.param('service') ?? ''
  const service = findService(name)
  if (!service) throw new AppError('NOT_FOUND')
  return { name: name as ServiceName, service }
}

/** A sender returns from a service. The URL proves nothing, so the service is queried. */
remoteRoutes.get('/e-sign/:service/return', async (c) => {
  const { name } = serviceIn(c)
  const home = '/mgmt/acct-info/services'
  const viewer = c.var.viewer
  if (!viewer) return goTo(c, home)
  const attempt = await latestAttempt(c.var.db, viewer, name, c.req.query('state'))
  if (!attempt) return goTo(c, home)
  try {
    await queryAuthorisation(c.var.db, attempt, c.req.query())
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ event: 'authorisation', provider: name, code: error.code }, error.message)
  }
  return goTo(c, `${home}/${name}/authorisations/${attempt.id}`)
})

const isAtService = ({ provider, state, signing_state }: Turn) =>
  provider !== 'builtin' && signing_state === 'started' && (state === 'invited' || state === 'waiting')

/** The page of a signatory who signs at a service, with the link to the service. */
const stepPage = (c: Ctx, turn: Turn, isUnavailable = false) =>
  page(c, <ServiceStepPage turn={turn} isUnavailable={isUnavailable} />, {
    title: translate(c.var.locale)('signing.signTitle', { document: turn.document_name }),
    shell: 'slim',
    brand: pageBrand(turn),
    status: isUnavailable ? 503 : 200,
  })

remoteRoutes.get('/signing/:id/service', (c) =>
  whenEntered(c, (turn) => (isAtService(turn) ? stepPage(c, turn) : goTo(c, stepOf(turn)))),
)

/** Redirects to the page of the service, whose URL is valid only for minutes. */
remoteRoutes.get('/signing/:id/service/page', (c) =>
  whenEntered(c, async (turn) => {
    const serviceStep = isAtService(turn) ? await findAtService(c.var.db, turn.id) : null
    if (!serviceStep) return goTo(c, stepOf(turn))
    const { service, remote, signatory } = serviceStep
    try {
      const link = await service.signerLink(remote.remote_id!, signatory, signerReturnUrl(turn.id))
      return c.redirect(link, 302)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ event: 'signer link', provider: remote.provider, code: error.code }, error.message)
      return stepPage(c, turn, true)
    }
  }),
)
