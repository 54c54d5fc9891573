import type { MiddlewareHandler } from 'hono'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isLocale, type Locale, preferredLocale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { clientAddress, networkOf } from '#src/http/client-address.ts'
import { type Operation, operations } from '#src/http/programs/operation.ts'
import { type Ctx, routes } from '#src/http/web.ts'
import { asCustomer } from '#src/jobs/fair-queue.ts'
import { ASSISTANTS, answerAssistant } from '../assistants/assistant-routes.ts'
import { type KeyAccess, openKey } from '../keys/key.ts'
import { answerOperation } from './answer-operation.ts'
import { describeApi } from './open-api.ts'
import { problemAnswer } from './problem.ts'

export const BASE_PATH = '/api/v1'

/** The limit for requests with one key. */
const KEY_LIMIT: Limit = { name: 'api-key', points: 300, per: 60 }
/** The limit for requests of one network with a wrong key or none. */
const REFUSED_LIMIT: Limit = { name: 'api-refused', points: 60, per: 60 }

/** Limits concurrent uploads, which are in memory while their operations run. */
const limitUploads = limitConcurrency({ concurrency: 2, maxWaiting: 40 })

const accessOf = new WeakMap<Ctx, KeyAccess>()

/**
 * The API for programs. It needs no protection against forged requests of browsers, because it uses neither
 * cookies nor sessions. It is mounted before everything that concerns logged-in users.
 */
export function programRoutes(db: Db) {
  const app = routes()
  app.onError((error, c) => problemAnswer(c, error))
  for (const path of [`${BASE_PATH}/*`, ASSISTANTS]) app.use(path, prepare(db))
  const descriptions = new Map<Locale, ReturnType<typeof describeApi>>()
  app.get(`${BASE_PATH}/openapi.json`, (c) => {
    const { locale } = c.var
    const description = descriptions.get(locale) ?? describeApi(operations, locale)
    descriptions.set(locale, description)
    return c.json(description)
  })
  for (const path of [`${BASE_PATH}/*`, ASSISTANTS]) app.use(path, withKey)
  for (const operation of operations)
    app.on(operation.method.toUpperCase(), BASE_PATH + operation.path, (c) => performOperation(c, operation))
  app.all(`${BASE_PATH}/*`, () => notFound())
  app.all(ASSISTANTS, (c) => answerAssistant(c, accessOf.get(c)!))
  return app
}

function prepare(db: Db): MiddlewareHandler {
  return (c: Ctx, next) => {
    c.set('db', db)
    c.set('locale', localeOf(c))
    // PostgreSQL can neither store NUL nor compare text with it.
    if (c.req.url.includes('%00')) notFound()
    return next()
  }
}

/** The language: `lang` of the query, or the preferred language of the request. */
function localeOf(c: Ctx) {
  const lang = c.req.query('lang')
  return isLocale(lang) ? lang : preferredLocale(c.req.header('accept-language'))
}

const withKey: MiddlewareHandler = async (c: Ctx, next) => {
  const token = /^Bearer +([\w-]{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  const access = await openKey(c.var.db, token, clientAddress(c)).catch(async (error) => {
    await consumePoint(REFUSED_LIMIT, networkOf(c))
    throw error
  })
  accessOf.set(c, access)
  c.set('viewer', access.viewer)
  c.set('accountId', access.viewer.id)
  await consumePoint(KEY_LIMIT, access.keyId)
  const customer = { key: access.viewer.teamId, signal: c.req.raw.signal }
  await asCustomer(customer, next)
}

async function performOperation(c: Ctx, operation: Operation): Promise<Response> {
  const { scopes, keyId } = accessOf.get(c)!
  if (operation.scope && !scopes.includes(operation.scope))
    throw new AppError('ACCESS_DENIED', { scope: operation.scope }, 'api.problem.scope')
  return operation.upload
    ? limitUploads(() => answerOperation(c, operation, keyId))
    : answerOperation(c, operation, keyId)
}
