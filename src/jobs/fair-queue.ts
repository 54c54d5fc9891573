import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '#src/core/errors.ts'

/** The customer for whom expensive work is done: a team, or the network of an anonymous visitor. */
export interface Customer {
  key: string
  /** Aborted when the client has left. */
  readonly signal?: AbortSignal
}

/** The customer of our own work in jobs. */
const OWN_CUSTOMER: Customer = { key: '' }

const current = new AsyncLocalStorage<Customer>()

/** Runs `work` so that its items in fair queues count as this customer's. */
export const asCustomer = <T>(customer: Customer, work: () => T): T => current.run(customer, work)

interface QueuePlace<T> {
  item: T
  customer: Customer
  onRefused: (reason: AppError) => void
}

/** The maximum number of waiting items: of one customer, and in total. */
interface Bounds {
  maxWaitingPerCustomer: number
  maxWaiting?: number
}

const tooMany = () => new AppError('TOO_MANY_REQUESTS', { retryAfter: 5 })

/**
 * A fair queue: the next item is from the customer who was served longest ago, so that a hundred items of
 * one customer delay no one else. A full queue drops the newest item of the customer with the most items, in
 * favour of a customer with fewer.
 */
export function fairQueue<T>({ maxWaitingPerCustomer, maxWaiting = Number.POSITIVE_INFINITY }: Bounds) {
  const waiting: QueuePlace<T>[] = []
  const turnByCustomer = new Map<string, number>()
  let lastTurn = 0
  const turnOf = ({ customer }: QueuePlace<T>) => turnByCustomer.get(customer.key) ?? 0
  const placesOf = ({ key }: Customer) => waiting.filter((place) => place.customer.key === key)
  const giveUp = (place: QueuePlace<T>, reason: AppError) => {
    const index = waiting.indexOf(place)
    if (index < 0) return
    waiting.splice(index, 1)
    place.onRefused(reason)
  }
  const makeRoomFor = (customerCount: number) => {
    const largestCustomer = waiting
      .map(({ customer }) => placesOf(customer))
      .reduce((a, b) => (b.length > a.length ? b : a))
    if (largestCustomer.length <= customerCount + 1) throw tooMany()
    giveUp(largestCustomer.at(-1)!, tooMany())
  }
  return {
    /**
     * Adds an item after the customer's other items. `left` is called, instead of the item being taken,
     * if the client has left (UNAVAILABLE) or the item was dropped (TOO_MANY_REQUESTS). Throws
     * TOO_MANY_REQUESTS if too many of the customer's items wait, or if the queue is full and no customer
     * has more items.
     */
    join(item: T, { onRefused }: Pick<QueuePlace<T>, 'onRefused'>) {
      const customer = current.getStore() ?? OWN_CUSTOMER
      const customerCount = placesOf(customer).length
      if (customer !== OWN_CUSTOMER && customerCount >= maxWaitingPerCustomer) throw tooMany()
      if (waiting.length >= maxWaiting) makeRoomFor(customerCount)
      const place = { item, customer, onRefused }
      waiting.push(place)
      const leave = () => giveUp(place, new AppError('UNAVAILABLE'))
      customer.signal?.addEventListener('abort', leave, { once: true })
    },
    /** The next item; undefined when the queue is empty. */
    take(): T | undefined {
      const [nextPlace] = waiting.toSorted((a, b) => turnOf(a) - turnOf(b))
      if (!nextPlace) return undefined
      waiting.splice(waiting.indexOf(nextPlace), 1)
      turnByCustomer.set(nextPlace.customer.key, ++lastTurn)
      if (!waiting.length) turnByCustomer.clear()
      return nextPlace.item
    },
  }
}

/**
 * Limits expensive work to `concurrency` concurrent items; customers take turns. Throws TOO_MANY_REQUESTS if
 * the queue is full, and UNAVAILABLE for clients that have left.
 */
export function limitFairly({ concurrency, ...bounds }: Bounds & { concurrency: number }) {
  const queue = fairQueue<() => void>(bounds)
  let working = 0
  const startNext = () => {
    const startWork = working < concurrency ? queue.take() : undefined
    if (!startWork) return
    working++
    startWork()
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin, fail) => {
      queue.join(begin, { onRefused: fail })
      startNext()
    })
    try {
      return await work()
    } finally {
      working--
      startNext()
    }
  }
}
