import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { AppError } from '#src/core/errors.ts'
import { networkOf } from '#src/http/client-address.ts'
import type { Ctx } from '#src/http/web.ts'
import { inFairTurn } from '#src/jobs/fair-queue.ts'

/**
 * Milliseconds from one request of a network's strangers to the next, and how many come at once: an office's
 * morning.
 */
const APART = 5
const AT_ONCE = 300
/**
 * Whoever would wait longer is told to come again, and not at once, or those who ask in a loop would do
 * nothing else.
 */
const MOST = 2000
const TOLD_AFTER = 5000

/** When the last request let in was due, of each network; by the steady clock, since nobody is told of it. */
const due = new LRUCache<string, number>({ max: 10_000 })

/**
 * Strangers of all networks together: so few are served at a time that logged-in people share the event
 * loop with few.
 */
const serving = inFairTurn({ atOnce: 4, mostOfOne: AT_ONCE, most: AT_ONCE })
/** Milliseconds after which the next one comes: who sends a file slowly holds up nobody. */
const HELD = 250

/**
 * Serves a stranger. Those of one network wait while they ask faster than people do, so that a thousand
 * connections of one address leave the event loop to others; those of many networks wait for one another,
 * each network in turn. Throws TOO_MANY_REQUESTS, and UNAVAILABLE to clients that have left. A proxy of which
 * `TRUST_PROXY` says nothing makes everybody come from one address of the machine: those are let through.
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

/** This machine, or nobody knows. */
function isOurs(network: string): boolean {
  const address = network.replace(/\/64$/, '')
  return !ipaddr.isValid(address) || ipaddr.process(address).range() === 'loopback' || network === '::/64'
}
