import { Worker } from 'node:worker_threads'
import type { Redline } from '#assembly/compare/redline.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { AppError } from '#src/core/errors.ts'
import { fairQueue, limitFairly } from '#src/jobs/fair-queue.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import { inSpan } from '#src/telemetry/spans.ts'
import type { Watermark } from '../watermark.ts'
import type { TypesetOptions } from './file/write.ts'
import { MissingGlyphError } from './fonts/missing-glyph.ts'
import type { Typeset } from './typeset.ts'

/**
 * An order to the worker: a PDF, a Word file, a comparison in either format, a picture of page 1, or only a
 * list of the characters that no font has.
 */
export type Order = { tree: DocumentTree } & (
  | { make: 'pdf'; options: TypesetOptions }
  | { make: 'word'; watermark?: Watermark }
  | { make: 'redline'; redline: Redline; form: 'pdf' | 'docx'; createdAt: Date }
  | { make: 'picture' }
  | { make: 'check' }
)

export type WorkerAnswer =
  | { typeset: Typeset }
  | { file: Uint8Array }
  | { picture: string }
  | { missing: string[] }
  | { failed: string }

interface WaitingOrder {
  order: Order
  resolve: (answer: WorkerAnswer) => void
  reject: (error: Error) => void
}

/**
 * Ten times the time for a document of a hundred pages. Longer jobs are cancelled, so that others need not
 * wait.
 */
const TIME_LIMIT_SECONDS = 20

/** In milliseconds. The fonts take about 100 MB, so the worker ends after being idle for this long. */
const IDLE_MS = 60_000

/**
 * Callers wait here before they read or assemble anything; one file is made while the next is prepared.
 * Throws TOO_MANY_REQUESTS if a hundred orders of one customer wait.
 */
export const limitPrinting = limitFairly({ concurrency: 2, maxWaitingPerCustomer: 100 })

/**
 * Runs `typeset` in a worker thread, so that it does not block requests. Throws UNAVAILABLE if it takes too
 * long.
 */
export async function printDocument(tree: DocumentTree, options: TypesetOptions): Promise<Typeset> {
  const answer = await send({ make: 'pdf', tree, options })
  if ('missing' in answer) throw new MissingGlyphError(answer.missing)
  return (answer as { typeset: Typeset }).typeset
}

/** Runs `makeWord` in the same thread; throws the same errors as `printDocument`. */
export async function printWord(tree: DocumentTree, watermark?: Watermark): Promise<Uint8Array> {
  const answer = await send({ make: 'word', tree, watermark })
  return (answer as { file: Uint8Array }).file
}

/**
 * Prints two versions of a document as one file with the changes marked; throws the same errors as
 * `printDocument`.
 */
export async function printRedline(redline: Redline, form: 'pdf' | 'docx', createdAt: Date) {
  const answer = await send({ make: 'redline', tree: redline.after, redline, form, createdAt })
  if ('missing' in answer) throw new MissingGlyphError(answer.missing)
  return (answer as { file: Uint8Array }).file
}

/** Page 1 as SVG, drawn in the same thread. */
export async function printPicture(tree: DocumentTree): Promise<string> {
  const answer = await send({ make: 'picture', tree })
  return (answer as { picture: string }).picture
}

/** The characters of a document that no face has; determined in a separate thread. */
export async function unprintable(tree: DocumentTree): Promise<string[]> {
  const answer = await send({ make: 'check', tree })
  return (answer as { missing: string[] }).missing
}

/**
 * A thread with a queue that is fair to all customers; with `yields` it runs at a lower priority than page
 * requests.
 */
function startQueue(yields: boolean) {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let current: (WaitingOrder & { timer: NodeJS.Timeout }) | null = null
  const queue = fairQueue<WaitingOrder>({ maxWaitingPerCustomer: 100 })

  /** A failed order must not affect the others. */
  function next() {
    const waiting = current ? undefined : queue.take()
    clearTimeout(idle)
    if (!current && !waiting) idle = setTimeout(release, IDLE_MS).unref()
    if (!waiting) return
    worker ??= startWorker()
    current = { ...waiting, timer: setTimeout(cancelOrder, TIME_LIMIT_SECONDS * 1000).unref() }
    worker.postMessage(waiting.order)
  }

  function settle(report: (waiting: WaitingOrder) => void) {
    if (!current) return
    clearTimeout(current.timer)
    report(current)
    current = null
    next()
  }

  function release() {
    const stopped = worker
    worker = null
    void stopped?.terminate()
  }

  function cancelOrder() {
    release()
    const error = new AppError('UNAVAILABLE', { seconds: TIME_LIMIT_SECONDS }, 'documents.printStopped')
    settle(({ reject }) => reject(error))
  }

  function startWorker(): Worker {
    const started = new Worker(scriptFile(import.meta.url, 'pdf-worker-thread'), { workerData: { yields } })
    started.unref()
    started.on(
      'message',
      (answer: WorkerAnswer) => worker === started && settle(({ resolve }) => resolve(answer)),
    )
    const failWorker = (error: Error) => {
      if (worker !== started) return
      worker = null
      settle(({ reject }) => reject(error))
    }
    started.on('error', failWorker)
    started.on('exit', () => failWorker(new Error('the print worker stopped')))
    return started
  }

  return (order: Order) =>
    new Promise<WorkerAnswer>((resolve, reject) => {
      queue.join({ order, resolve, reject }, { onRefused: reject })
      next()
    })
}

const files = startQueue(true)
/** A separate thread, so that a person who finalises a document does not wait for files of others. */
const checks = startQueue(false)

async function send(order: Order): Promise<WorkerAnswer> {
  const queue = order.make === 'check' ? checks : files
  const answer = await inSpan({ name: `print ${order.make}` }, () => queue(order))
  if ('failed' in answer) throw new Error(answer.failed)
  return answer
}
