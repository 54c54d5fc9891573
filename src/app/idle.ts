import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds without a request before garbage is collected once. */
const QUIET_MS = 15_000

let lastRequestAt = 0
let isCollected = true

/** Called for every request. */
export function recordRequest() {
  lastRequestAt = performance.now()
  isCollected = false
}

/**
 * Collects garbage while there are no requests, when a full collection delays none. V8 collects only when it
 * needs memory, so the process would otherwise keep the memory of a busy hour.
 */
export function collectGarbageWhenIdle(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  const timer = setInterval(() => {
    if (isCollected || performance.now() - lastRequestAt < QUIET_MS) return
    isCollected = true
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, QUIET_MS / 3)
  timer.unref()
  return () => clearInterval(timer)
}
