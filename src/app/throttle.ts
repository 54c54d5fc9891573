import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { AppError } from '#src/core/errors.ts'
import { networkOf } from '#src/http/client-address.ts'
import type { Ctx } from '#src/http/web.ts'
import { inFairTurn } from '#src/jobs/fair-queue.ts'

/**
 * Milliseconds between two anonymous requests of a network, and the size of a burst, as in an office in the
 * morning.
 */
const APART = 5
const AT_ONCE = 300
/** A longer wait is refused; the refusal is delayed, so that clients that retry in a loop wait too. */
const MOST = 2000
const TOLD_AFTER = 5000

/** Per network, the time at which its last admitted request was due, on the monotonic clock. */
const due = new LRUCache<string, number>({ max: 10_000 })

/**
 * Limits anonymous requests of all networks together, so that logged-in people share the event loop with few.
 */
const serving = inFairTurn({ atOnce: 4, mostOfOne: AT_ONCE, most: AT_ONCE })
/** Milliseconds after which the next request starts even if this one is not done, e.g. a slow upload. */
const HELD = 250

/**
 * Serves an anonymous request. Requests of one network queue when they come faster than people click, so that
 * a thousand connections from one address do not block the event loop; networks take turns. Throws
 * TOO_MANY_REQUESTS, and UNAVAILABLE for clients that have left. Requests from addresses of this machine are
 * not limited: behind a proxy without `TRUST_PROXY` everybody has one.
 */
export async function throttle(c: Ctx, serve: () => Promise<void>) {
  const network = networkOf(c)
  if (isOurs(network)) return serve()
  await pace(network)
  let served = Promise.resolve()
  const begin = () => {
    served = serve()
    return Promise.race([served, sleep(HELD)])
  }
  await serving(begin).catch(tellLate)
  await served
}

async function pace(network: string) {
  const at = performance.now()
  const turn = Math.max(due.get(network) ?? Number.NEGATIVE_INFINITY, at - AT_ONCE * APART) + APART
  const wait = turn - at
  if (wait > MOST) await tellLate(new AppError('TOO_MANY_REQUESTS', { retryAfter: MOST / 1000 }))
  due.set(network, turn)
  if (wait > 0) await sleep(wait)
}

async function tellLate(error: unknown): Promise<never> {
  if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') await sleep(TOLD_AFTER)
  throw error
}

/** Whether the address is this machine's or unknown. */
function isOurs(network: string): boolean {
  const address = network.replace(/\/64$/, '')
  return !ipaddr.isValid(address) || ipaddr.process(address).range() === 'loopback' || network === '::/64'
}
