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

interface QueuePlace<T> {
  item: T
  customer: Customer
  left: (reason: AppError) => void
}

/** How many wait at most: of one customer, and of all. */
interface Bounds {
  mostOfOne: number
  most?: number
}

const tooMany = () => new AppError('TOO_MANY_REQUESTS', { retryAfter: 5 })

/**
 * A queue in which the customer served longest ago is next: a hundred orders of one customer hold up no
 * other's. A full queue drops the newest item of the customer who has most, in favour of one who has less.
 */
export function fairQueue<T>({ mostOfOne, most = Number.POSITIVE_INFINITY }: Bounds) {
  const waiting: QueuePlace<T>[] = []
  const served = new Map<string, number>()
  let turns = 0
  const turnOf = ({ customer }: QueuePlace<T>) => served.get(customer.key) ?? 0
  const placesOf = ({ key }: Customer) => waiting.filter((place) => place.customer.key === key)
  const giveUp = (place: QueuePlace<T>, reason: AppError) => {
    const at = waiting.indexOf(place)
    if (at < 0) return
    waiting.splice(at, 1)
    place.left(reason)
  }
  const makeRoomBeside = (theirs: number) => {
    const crowd = waiting
      .map(({ customer }) => placesOf(customer))
      .reduce((a, b) => (b.length > a.length ? b : a))
    if (crowd.length <= theirs + 1) throw tooMany()
    giveUp(crowd.at(-1)!, tooMany())
  }
  return {
    /**
     * Puts an item where its customer's turn is. `left` is called instead of its being taken when they have
     * gone meanwhile (UNAVAILABLE) or others needed the place (TOO_MANY_REQUESTS). Throws TOO_MANY_REQUESTS
     * when too many of theirs wait already, and when the queue is full of those who have no more than they.
     */
    join(item: T, { left }: Pick<QueuePlace<T>, 'left'>) {
      const customer = current.getStore() ?? OURS
      const theirs = placesOf(customer).length
      if (customer !== OURS && theirs >= mostOfOne) throw tooMany()
      if (waiting.length >= most) makeRoomBeside(theirs)
      const place = { item, customer, left }
      waiting.push(place)
      const leave = () => giveUp(place, new AppError('UNAVAILABLE'))
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
 * Has dear work done so many at once, the customers in turn. Throws TOO_MANY_REQUESTS when too much waits
 * already, and UNAVAILABLE to clients that have left.
 */
export function inFairTurn({ atOnce, ...bounds }: Bounds & { atOnce: number }) {
  const queue = fairQueue<() => void>(bounds)
  let working = 0
  const next = () => {
    const begin = working < atOnce ? queue.take() : undefined
    if (!begin) return
    working++
    begin()
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin, fail) => {
      queue.join(begin, { left: fail })
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
