import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds without a request after which the server collects garbage, once. */
const QUIET = 15_000

let last = 0
let tidied = true

/** Called for every request. */
export function noteRequest() {
  last = performance.now()
  tidied = false
}

/**
 * V8 collects when it needs memory, and after a busy hour it does not: the process would go on holding what
 * the load took. Without requests, a full collection delays nobody.
 */
export function tidyWhenIdle(): () => void {
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
