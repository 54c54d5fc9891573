import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '#src/core/errors.ts'

/** Whom dear work is done for: a team, or where a stranger comes from. */
export interface Customer {
  key: string
  /** Ends when they have left. */
  readonly signal?: AbortSignal
}

/** Our own work, in jobs. */
const OURS: Customer = { key: '' }

const current = new AsyncLocalStorage<Customer>()

/** Whatever waits in a fair queue because of `work` waits for this customer. */
export const asCustomer = <T>(customer: Customer, work: () => T): T => current.run(customer, work)

interface Place<T> {
  item: T
  customer: Customer
}

/** A queue in which whoever was served longest ago is next: a hundred orders of one customer hold up no other's. */
export function fairQueue<T>({ mostOfOne }: { mostOfOne: number }) {
  const waiting: Place<T>[] = []
  const served = new Map<string, number>()
  let turns = 0
  const turnOf = ({ customer }: Place<T>) => served.get(customer.key) ?? 0
  return {
    /**
     * Puts an item where its customer's turn is. `left` is called instead of its being taken when they have gone meanwhile.
     * Throws TOO_MANY_REQUESTS when too many of theirs wait already.
     */
    join(item: T, { left }: { left: () => void }) {
      const customer = current.getStore() ?? OURS
      const theirs = waiting.filter((place) => place.customer.key === customer.key)
      if (customer !== OURS && theirs.length >= mostOfOne)
        throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 5 })
      const place = { item, customer }
      waiting.push(place)
      const leave = () => {
        const at = waiting.indexOf(place)
        if (at >= 0) waiting.splice(at, 1)
        if (at >= 0) left()
      }
      customer.signal?.addEventListener('abort', leave, { once: true })
    },
    /** The next item; undefined when nobody waits. */
    take(): T | undefined {
      const [next] = waiting.toSorted((a, b) => turnOf(a) - turnOf(b))
      if (!next) return undefined
      waiting.splice(waiting.indexOf(next), 1)
      served.set(next.customer.key, ++turns)
      if (!waiting.length) served.clear()
      return next.item
    },
  }
}

/**
 * Has dear work done so many at once, the customers in turn. Throws TOO_MANY_REQUESTS when too much of one waits already,
 * and UNAVAILABLE to whoever has left.
 */
export function inFairTurn({ atOnce, mostOfOne }: { atOnce: number; mostOfOne: number }) {
  const queue = fairQueue<() => void>({ mostOfOne })
  let working = 0
  const next = () => {
    const begin = working < atOnce ? queue.take() : undefined
    if (!begin) return
    working++
    begin()
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin, fail) => {
      queue.join(begin, { left: () => fail(new AppError('UNAVAILABLE')) })
      next()
    })
    try {
      return await work()
    } finally {
      working--
      next()
    }
  }
}
