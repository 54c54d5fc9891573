import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds without a request before garbage is collected once. */
const QUIET = 15_000

let last = 0
let tidied = true

/** Called for every request. */
export function recordRequest() {
  last = performance.now()
  tidied = false
}

/**
 * Collects garbage while there are no requests, when a full collection delays none. V8 collects only when it
 * needs memory, so the process would otherwise keep the memory of a busy hour.
 */
export function collectWhenIdle(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  const timer = setInterval(() => {
    if (tidied || performance.now() - last < QUIET) return
    tidied = true
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, QUIET / 3)
  timer.unref()
  return () => clearInterval(timer)
}
