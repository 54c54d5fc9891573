import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { AppError } from '#src/core/errors.ts'
import { networkOf } from '#src/http/client-address.ts'
import type { Ctx } from '#src/http/web.ts'
import { limitFairly } from '#src/jobs/fair-queue.ts'

/**
 * Milliseconds between two anonymous requests of one network, and the number of requests in a burst, as an
 * office makes in the morning.
 */
const INTERVAL_MS = 5
const BURST = 300
/**
 * Requests that would wait longer are refused. The refusal is delayed, so that clients that retry in a loop
 * wait too.
 */
const MAX_WAIT_MS = 2000
const REFUSAL_DELAY_MS = 5000

/** By network: the time at which its last admitted request was due, on the monotonic clock. */
const dueByNetwork = new LRUCache<string, number>({ max: 10_000 })

/** Limits the anonymous requests of all networks together, so that they do not delay logged-in users. */
const limitServing = limitFairly({ concurrency: 4, maxWaitingPerCustomer: BURST, maxWaiting: BURST })
/**
 * How long a request delays the next one, in milliseconds. The next request then starts even if this one is
 * not finished, for example during a slow upload.
 */
const MAX_TURN_MS = 250

/**
 * Serves an anonymous request. Requests of one network queue when they come faster than people click, so
 * that a thousand connections from one address do not block the event loop; networks take turns. Throws
 * TOO_MANY_REQUESTS, and UNAVAILABLE for clients that have left. Requests from this machine are not limited,
 * because behind a proxy without `TRUST_PROXY` all requests seem to come from it.
 */
export async function throttle(c: Ctx, serve: () => Promise<void>) {
  const network = networkOf(c)
  if (isOwnMachine(network)) return serve()
  await pace(network)
  let served = Promise.resolve()
  const begin = () => {
    served = serve()
    return Promise.race([served, turnEnd()])
  }
  await limitServing(begin).catch(refuseLate)
  await served
}

const turnEnd = () => new Promise((end) => setTimeout(end, MAX_TURN_MS))

async function pace(network: string) {
  const arrivedAt = performance.now()
  const dueAt =
    Math.max(dueByNetwork.get(network) ?? Number.NEGATIVE_INFINITY, arrivedAt - BURST * INTERVAL_MS) +
    INTERVAL_MS
  const wait = dueAt - arrivedAt
  if (wait > MAX_WAIT_MS)
    await refuseLate(new AppError('TOO_MANY_REQUESTS', { retryAfter: MAX_WAIT_MS / 1000 }))
  dueByNetwork.set(network, dueAt)
  if (wait > 0) await sleep(wait)
}

async function refuseLate(error: unknown): Promise<never> {
  if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') await sleep(REFUSAL_DELAY_MS)
  throw error
}

/** Whether the address is this machine's or unknown. */
function isOwnMachine(network: string): boolean {
  const address = network.replace(/\/64$/, '')
  return !ipaddr.isValid(address) || ipaddr.process(address).range() === 'loopback' || network === '::/64'
}
