import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { now } from '#src/core/clock.ts'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { SigningTrial } from '../../provider.ts'
import { drawingsIn } from '../pades/drawing/drawings.ts'
import { sealDrawingIn } from '../seal/set-seal.ts'
import type { Rehearsal, RehearsalFault } from './rehearsal.ts'

/** In milliseconds. A contract of 500 pages with ten signatories takes about ten seconds. */
const TIMEOUT_MS = 60_000
/** Milliseconds of idle time after which the worker ends, because fonts and libraries take about 100 MB. */
const IDLE_MS = 60_000

const LIMITS = { maxOldGenerationSizeMb: 512 }

let worker: Worker | null = null
let idleTimer: NodeJS.Timeout | undefined

const limitRehearsals = limitConcurrency({ concurrency: 1, maxWaiting: 100 })

/**
 * Rehearses the signing of a file in a separate thread, before anything is spent or sent. Throws
 * SIGNING_IMPOSSIBLE with the reason if the rehearsal fails.
 */
export async function requireRehearsed({
  bytes,
  copy,
  number,
  signatories,
  seals,
}: SigningTrial): Promise<void> {
  const at = now()
  const rehearsedSignatories = await Promise.all(
    signatories.map(async ({ id, name, title, email, position }) => {
      const drawings = await drawingsIn(
        copy,
        id,
        { kind: 'typed', text: name },
        { name, title, signedAt: at },
      )
      const seal = seals.find(({ signatoryId }) => signatoryId === id)
      return { name, email, position, drawings, seal: seal ? sealDrawingIn(copy, seal) : null }
    }),
  )
  const { TIMESTAMP_URL: timestampUrl } = config
  const rehearsal = { bytes, number, signatories: rehearsedSignatories, timestampUrl }
  const fault = await limitRehearsals(() => runRehearsal(rehearsal))
  if (!fault) return
  log.warn({ event: 'signing rehearsal failed', number, ...fault }, 'signing rehearsal failed')
  throw new AppError('SIGNING_IMPOSSIBLE', {}, `signing.impossible.${fault.why}`)
}

async function runRehearsal(rehearsal: Rehearsal): Promise<RehearsalFault | null> {
  clearTimeout(idleTimer)
  worker ??= startWorker()
  const currentWorker = worker
  const workerEnd = new AbortController()
  const stop = () => workerEnd.abort()
  const timer = setTimeout(stop, TIMEOUT_MS).unref()
  try {
    const answer = once(currentWorker, 'message', { signal: workerEnd.signal })
    currentWorker.once('exit', stop)
    currentWorker.postMessage(rehearsal)
    const [fault] = await answer
    idleTimer = setTimeout(release, IDLE_MS).unref()
    return fault
  } catch (error) {
    release()
    return { why: 'file', detail: `It took too long or too much memory: ${error}` }
  } finally {
    clearTimeout(timer)
    currentWorker.off('exit', stop)
  }
}

function startWorker(): Worker {
  const newWorker = new Worker(scriptFile(import.meta.url, 'rehearsal-thread'), { resourceLimits: LIMITS })
  newWorker.unref()
  return newWorker
}

function release() {
  const stoppedWorker = worker
  worker = null
  void stoppedWorker?.terminate()
}
