import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { AppError } from '#src/core/errors.ts'

/** Milliseconds from one request of a network's strangers to the next, and how many come at once: an office's morning. */
const [APART, AT_ONCE] = [5, 300]
/** Whoever would wait longer is told to come again, and not at once, or those who ask in a loop would do nothing else. */
const [MOST, TOLD_AFTER] = [2000, 5000]

/** When the last request let in was due, of each network; by the steady clock, since nobody is told of it. */
const due = new LRUCache<string, number>({ max: 10_000 })

/**
 * Lets the strangers of one network wait while they ask faster than people do, so that a thousand connections of one
 * address leave the event loop to others. Throws TOO_MANY_REQUESTS. A proxy of which nothing was said (`TRUST_PROXY`)
 * brings everybody from one address of the machine: those are let through.
 */
export async function throttle(network: string) {
  if (isOurs(network)) return
  const at = performance.now()
  const turn = Math.max(due.get(network) ?? Number.NEGATIVE_INFINITY, at - AT_ONCE * APART) + APART
  const wait = turn - at
  if (wait > MOST) {
    await sleep(TOLD_AFTER)
    throw new AppError('TOO_MANY_REQUESTS', { retryAfter: MOST / 1000 })
  }
  due.set(network, turn)
  if (wait > 0) await sleep(wait)
}

/** This machine, or nobody knows. */
function isOurs(network: string): boolean {
  const address = network.replace(/\/64$/, '')
  return !ipaddr.isValid(address) || ipaddr.process(address).range() === 'loopback' || network === '::/64'
}
