import * as v from 'valibot'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { findDelivery, listDeliveries, readDeliveryFilter } from '../deliveries/delivery.ts'
import { sendAgain, sendFailedAgain } from '../deliveries/repetition.ts'
import { DeliveryPage } from '../deliveries/views/delivery-page.tsx'
import {
  canRepeat,
  changeEndpoint,
  createEndpoint,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateKeys,
  sendTest,
  switchEndpoint,
  URL_TAKEN,
} from './endpoint.ts'
import { EndpointForm } from './endpoint-form.ts'
import {
  ConfirmationForm,
  type ConfirmedAction,
  RepetitionForm,
  RotationForm,
} from './views/confirmation-form.tsx'
import { EndpointFormPage } from './views/endpoint-form-page.tsx'
import { EndpointPage } from './views/endpoint-page.tsx'
import { SecretPage } from './views/secret-page.tsx'
import { WEBHOOKS, WebhooksPage } from './views/webhooks-page.tsx'

/** The pages on which administrators manage their team's webhooks. */
export const webhookRoutes = routes()

/** Limits a team's test events and manually repeated deliveries. */
const MANUAL_LIMIT: Limit = { name: 'webhook-by-hand', points: 60, per: 3600 }

const FRAME = { shell: 'mgmt', current: 'acctInfo' } as const
const tOf = (c: Ctx) => translate(c.var.locale)

webhookRoutes.get(WEBHOOKS, async (c) => {
  const listing = await listEndpoints(c.var.db, viewerOf(c))
  const content = <WebhooksPage {...listing} done={c.req.query('done')} />
  return page(c, content, { title: tOf(c)('webhooks.title'), ...FRAME })
})

function formPage(c: Ctx, action: string, formState: FormState = {}) {
  const title = tOf(c)(action === `${WEBHOOKS}/new` ? 'webhooks.new.title' : 'webhooks.change.title')
  const content = <EndpointFormPage title={title} action={action} {...formState} />
  return page(c, content, { title, ...FRAME, status: formState.problems ? 422 : 200 })
}

/** Shows the form again with the problems of its fields; rethrows other errors. */
function formAgain(c: Ctx, action: string, values: FormState['values'], error: unknown) {
  if (!(error instanceof AppError && error.code === 'INVALID_FIELD')) throw error
  logRefused(c, error)
  const field = error.words === URL_TAKEN ? 'url' : 'form'
  return formPage(c, action, { values, problems: { [field]: error.words! }, details: error.details })
}

webhookRoutes.get(`${WEBHOOKS}/new`, async (c) => {
  const { included } = await listEndpoints(c.var.db, viewerOf(c))
  return included ? formPage(c, `${WEBHOOKS}/new`) : goTo(c, WEBHOOKS)
})

webhookRoutes.post(`${WEBHOOKS}/new`, async (c) => {
  const form = await readForm(c, EndpointForm)
  if (!form.ok) return formPage(c, `${WEBHOOKS}/new`, form)
  try {
    const { id, secret } = await createEndpoint(c.var.db, viewerOf(c), form.output)
    const endpoint = await findEndpoint(c.var.db, viewerOf(c), id)
    const title = tOf(c)('webhooks.created.title')
    return page(c, <SecretPage title={title} secret={secret} endpoint={endpoint} />, { title, ...FRAME })
  } catch (error) {
    return formAgain(c, `${WEBHOOKS}/new`, form.values, error)
  }
})

webhookRoutes.get(`${WEBHOOKS}/:id`, async (c) => {
  const endpoint = await findEndpoint(c.var.db, viewerOf(c), c.req.param('id'))
  const filter = readDeliveryFilter(c.req.query())
  const deliveries = await listDeliveries(c.var.db, endpoint.id, filter)
  const content = (
    <EndpointPage {...deliveries} endpoint={endpoint} filter={filter} done={c.req.query('done')} />
  )
  return page(c, content, { title: endpoint.url, ...FRAME })
})

webhookRoutes.get(`${WEBHOOKS}/:id/change`, async (c) => {
  const { id, url, description, types } = await findEndpoint(c.var.db, viewerOf(c), c.req.param('id'))
  const checkboxes = Object.fromEntries(types.map((type) => [type, 'yes']))
  return formPage(c, `${WEBHOOKS}/${id}/change`, { values: { url, description, ...checkboxes } })
})

webhookRoutes.post(`${WEBHOOKS}/:id/change`, async (c) => {
  const { id } = await findEndpoint(c.var.db, viewerOf(c), c.req.param('id'))
  const form = await readForm(c, EndpointForm)
  if (!form.ok) return formPage(c, `${WEBHOOKS}/${id}/change`, form)
  try {
    await changeEndpoint(c.var.db, viewerOf(c), id, form.output)
    return goTo(c, `${WEBHOOKS}/${id}?done=webhookSaved`)
  } catch (error) {
    return formAgain(c, `${WEBHOOKS}/${id}/change`, form.values, error)
  }
})

async function confirmation(c: Ctx, confirmedAction: ConfirmedAction) {
  const { id, url } = await findEndpoint(c.var.db, viewerOf(c), c.req.param('id')!)
  const form = <ConfirmationForm what={confirmedAction} id={id} url={url} />
  return actionPage(c, { title: tOf(c)(`webhooks.${confirmedAction}.title`), form, current: 'acctInfo' })
}

async function rotationPage(c: Ctx, problem?: MessageKey) {
  const endpoint = await findEndpoint(c.var.db, viewerOf(c), c.req.param('id')!)
  const form = <RotationForm endpoint={endpoint} problem={problem} />
  const title = tOf(c)('webhooks.rotation.title')
  return actionPage(c, { title, form, current: 'acctInfo', status: problem ? 422 : 200 })
}

webhookRoutes.get(`${WEBHOOKS}/:id/rotation`, (c) => rotationPage(c))
webhookRoutes.get(`${WEBHOOKS}/:id/disabling`, (c) => confirmation(c, 'disabling'))
webhookRoutes.get(`${WEBHOOKS}/:id/removal`, (c) => confirmation(c, 'removal'))

webhookRoutes.post(`${WEBHOOKS}/:id/rotation`, async (c) => {
  const { values } = await readForm(c, v.object({ former: v.optional(v.string()) }))
  const { id } = await findEndpoint(c.var.db, viewerOf(c), c.req.param('id'))
  try {
    const secret = await rotateKeys(c.var.db, viewerOf(c), id, values.former ?? '')
    const endpoint = await findEndpoint(c.var.db, viewerOf(c), id)
    const title = tOf(c)('webhooks.rotated.title')
    return page(c, <SecretPage title={title} secret={secret} endpoint={endpoint} />, { title, ...FRAME })
  } catch (error) {
    return rotationPage(c, refusedWords(error))
  }
})

webhookRoutes.post(`${WEBHOOKS}/:id/disabling`, async (c) => {
  await requireForm(c)
  await switchEndpoint(c.var.db, viewerOf(c), c.req.param('id'), 'disabled')
  return goTo(c, `${WEBHOOKS}/${c.req.param('id')}?done=webhookDisabled`)
})

webhookRoutes.post(`${WEBHOOKS}/:id/enabling`, async (c) => {
  await requireForm(c)
  await switchEndpoint(c.var.db, viewerOf(c), c.req.param('id'), 'enabled')
  return goTo(c, `${WEBHOOKS}/${c.req.param('id')}?done=webhookEnabled`)
})

webhookRoutes.post(`${WEBHOOKS}/:id/removal`, async (c) => {
  await requireForm(c)
  await removeEndpoint(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `${WEBHOOKS}?done=webhookRemoved`)
})

webhookRoutes.post(`${WEBHOOKS}/:id/test`, async (c) => {
  await requireForm(c)
  const { id } = await findEndpoint(c.var.db, viewerOf(c), c.req.param('id'))
  await consumePoint(MANUAL_LIMIT, viewerOf(c).teamId)
  await sendTest(c.var.db, viewerOf(c), id)
  return goTo(c, `${WEBHOOKS}/${id}?done=webhookTested`)
})

/** The text of a refusal that the form explains; rethrows all other errors. */
function refusedWords(error: unknown) {
  if (!(error instanceof AppError && error.code === 'INVALID_FIELD')) throw error
  return error.words
}

async function repetitionPage(c: Ctx, problem?: MessageKey) {
  const endpoint = await findEndpoint(c.var.db, viewerOf(c), c.req.param('id')!)
  if (!canRepeat(endpoint) && !problem) return goTo(c, `${WEBHOOKS}/${endpoint.id}`)
  const form = <RepetitionForm endpoint={endpoint} problem={problem} />
  const title = tOf(c)('webhooks.repetition.title')
  return actionPage(c, { title, form, current: 'acctInfo', status: problem ? 422 : 200 })
}

webhookRoutes.get(`${WEBHOOKS}/:id/repetition`, (c) => repetitionPage(c))

webhookRoutes.post(`${WEBHOOKS}/:id/repetition`, async (c) => {
  await requireForm(c)
  const { id } = await findEndpoint(c.var.db, viewerOf(c), c.req.param('id'))
  await consumePoint(MANUAL_LIMIT, viewerOf(c).teamId)
  try {
    await sendFailedAgain(c.var.db, viewerOf(c), id)
    return goTo(c, `${WEBHOOKS}/${id}?done=webhookAllAgain`)
  } catch (error) {
    return repetitionPage(c, refusedWords(error))
  }
})

webhookRoutes.get(`${WEBHOOKS}/deliveries/:id`, async (c) => {
  const delivery = await findDelivery(c.var.db, viewerOf(c), c.req.param('id'))
  const title = tOf(c)('webhooks.delivery.title')
  return page(c, <DeliveryPage delivery={delivery} />, { title, ...FRAME })
})

webhookRoutes.post(`${WEBHOOKS}/deliveries/:id/repetition`, async (c) => {
  await requireForm(c)
  const { id } = await findDelivery(c.var.db, viewerOf(c), c.req.param('id'))
  await consumePoint(MANUAL_LIMIT, viewerOf(c).teamId)
  const { endpoint_id } = await sendAgain(c.var.db, viewerOf(c), id)
  return goTo(c, `${WEBHOOKS}/${endpoint_id}?done=webhookAgain`)
})
