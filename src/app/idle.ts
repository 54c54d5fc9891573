import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After so many milliseconds without a request the server tidies up, once. */
const QUIET = 15_000

let last = 0
let tidied = true

/** Called for every request. */
export function noteRequest() {
  last = performance.now()
  tidied = false
}

/**
 * V8 collects when it needs room, and after a busy hour it does not: the process would go on holding what the
 * load took. When nobody is asking, a whole collection costs nobody anything.
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
