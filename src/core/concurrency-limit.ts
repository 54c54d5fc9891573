import { AppError } from './errors.ts'

interface ConcurrencyLimits {
  concurrency: number
  maxWaiting: number
}

/**
 * Limits expensive work to a number of concurrent items; the others queue in order. Throws TOO_MANY_REQUESTS
 * if the queue is full.
 */
export function limitConcurrency({
  concurrency: atOnce,
  maxWaiting: waitingAtMost,
}: ConcurrencyLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let working = 0
  return async (work) => {
    if (working >= atOnce) {
      if (queue.length >= waitingAtMost) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 5 })
      await new Promise<void>((startNext) => queue.push(startNext))
    } else working++
    try {
      return await work()
    } finally {
      const startFirst = queue.shift()
      if (startFirst) startFirst()
      else working--
    }
  }
}
