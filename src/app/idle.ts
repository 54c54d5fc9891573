import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds without a request before one garbage collection. */
const QUIET = 15_000

let last = 0
let tidied = true

/** Called for every request. */
export function recordRequest() {
  last = performance.now()
  tidied = false
}

/**
 * V8 does not collect garbage until it needs memory, so the process would keep the memory of a busy hour.
 * While there are no requests, a full collection delays none.
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
