import { matchedRoutes } from 'hono/route'
import { recordRefusal } from '#src/auth/security-event.ts'
import { AppError } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import { counter } from '#src/telemetry/metrics.ts'
import { clientAddress } from './client-address.ts'
import type { Ctx } from './web.ts'

/** The name of the route, for logs and spans. A path may contain a token, so it is not recorded. */
export function routeOf(c: Ctx): string {
  return matchedRoutes(c).findLast((one) => !one.path.endsWith('*'))?.path ?? 'unknown'
}

/** Counts refused callbacks of payment gateways and e-sign services. */
export const countRefusedCallback = counter({
  name: 'qishu.callbacks.refused',
  description: 'Callbacks whose signature was not that of the service',
  unit: '{callback}',
})

const REFUSED_STATUSES: ReadonlySet<number> = new Set([401, 403, 404])

/**
 * Logs a refused access. Records of others are also reported as not found, so these errors are logged too;
 * an address without a route is not.
 */
export function logRefused(c: Ctx, { code, status }: AppError) {
  const route = routeOf(c)
  if (!REFUSED_STATUSES.has(status) && code !== 'MEMBER_NOT_EXISTS') return
  if (status === 404 && route === 'unknown') return
  const client = { account: c.var.accountId, address: clientAddress(c) }
  if (c.var.accountId) c.set('refusal', code)
  log.warn(
    { event: 'access refused', reason: code, method: c.req.method, route, ...client },
    'access refused',
  )
}

/** Middleware that records the refusal of a logged-in user's request, after the response was made. */
export async function recordRefusedAccess(c: Ctx, next: () => Promise<void>) {
  await next()
  const { db, refusal, accountId, viewer } = c.var
  if (!refusal) return
  const event = { accountId, teamId: viewer?.teamId ?? null, detail: refusal, route: routeOf(c) }
  await recordRefusal(db, { kind: 'access-refused', ...event }).catch((error) =>
    log.warn({ error: String(error) }, 'refusal not recorded'),
  )
}

/** Records a wrong code on the page of a signing or review link; does nothing for other errors. */
export async function recordMisusedCode(c: Ctx, error: unknown, pageKind: 'sign' | 'review') {
  if (!(error instanceof AppError) || error.code !== 'VERIFICATION_COED_ERROR') return
  const { db, viewer } = c.var
  const account = { accountId: viewer?.id ?? null, teamId: viewer?.teamId ?? null }
  await recordRefusal(db, { kind: 'code-misused', ...account, detail: pageKind })
}
