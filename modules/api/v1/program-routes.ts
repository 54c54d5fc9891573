import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isLocale, preferredLocale } from '#src/core/i18n.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { readJson } from '#src/http/body.ts'
import { clientAddress, networkOf } from '#src/http/client-address.ts'
import { type Operation, operations } from '#src/http/programs/operation.ts'
import { type Ctx, routes, viewerOf } from '#src/http/web.ts'
import { asCustomer } from '#src/jobs/fair-queue.ts'
import { type KeyAccess, openKey } from '../keys/key.ts'
import { answerOnce, type StoredAnswer } from './idempotency.ts'
import { describeApi } from './open-api.ts'
import { problemAnswer } from './problem.ts'

export const BASE = '/api/v1'

/** Requests of a key. */
const KEY_LIMIT: Limit = { name: 'api-key', points: 300, per: 60 }
/** Requests of a network with wrong keys, or without one. */
const REFUSED_LIMIT: Limit = { name: 'api-refused', points: 60, per: 60 }

const accessOf = new WeakMap<Ctx, KeyAccess>()

/**
 * The API for programs: no cookies and no sessions, so no protection against forged requests of browsers is
 * needed. Mounted before everything that concerns logged-in people.
 */
export function programRoutes(db: Db) {
  const app = routes()
  app.onError((error, c) => problemAnswer(c, error))
  app.use(`${BASE}/*`, (c, next) => {
    c.set('db', db)
    c.set('locale', localeOf(c))
    // PostgreSQL cannot store NUL or compare with it.
    if (c.req.url.includes('%00')) notFound()
    return next()
  })
  let description: ReturnType<typeof describeApi> | undefined
  app.get(`${BASE}/openapi.json`, (c) => {
    description ??= describeApi(operations)
    return c.json(description)
  })
  app.use(`${BASE}/*`, withKey)
  for (const one of operations) app.on(one.method.toUpperCase(), BASE + one.path, (c) => perform(c, one))
  app.all(`${BASE}/*`, () => notFound())
  return app
}

/** `lang` of the query, or the preferred language of the request. */
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

async function perform(c: Ctx, one: Operation): Promise<Response> {
  const { scopes, keyId } = accessOf.get(c)!
  if (one.scope && !scopes.includes(one.scope))
    throw new AppError('ACCESS_DENIED', { scope: one.scope }, 'api.problem.scope')
  const request = {
    db: c.var.db,
    viewer: viewerOf(c),
    locale: c.var.locale,
    id: c.req.param('id') ?? c.req.param('code') ?? '',
    query: one.query ? readQuery(c, one.query) : undefined,
    body: one.body ? await readJson(c, one.body) : undefined,
  }
  const answer = async (at: Db): Promise<StoredAnswer> => ({
    status: one.status ?? 200,
    body: JSON.stringify(await one.handle({ ...request, db: at })),
  })
  if (!one.idempotent) return send(c, await answer(c.var.db))
  const idempotencyKey = c.req.header('idempotency-key')?.trim() ?? ''
  if (!/^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
    throw new AppError('INVALID_FIELD', {}, 'api.problem.idempotencyMissing')
  const fingerprint = hashOf(`${one.method} ${c.req.path}\n${JSON.stringify(request.body)}`)
  return send(c, await answerOnce(c.var.db, { keyId, idempotencyKey, fingerprint }, answer))
}

function send(c: Ctx, { status, body }: StoredAnswer): Response {
  c.header('Cache-Control', 'no-store')
  return c.body(body, status as 200, { 'Content-Type': 'application/json' })
}

function readQuery(c: Ctx, schema: v.GenericSchema): unknown {
  const { lang: _, ...query } = c.req.query()
  const read = v.safeParse(schema, query)
  if (read.success) return read.output
  throw new AppError('INVALID_FIELD', { field: v.getDotPath(read.issues[0]) ?? '' })
}
