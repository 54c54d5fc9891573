import { Worker } from 'node:worker_threads'
import type { Redline } from '#assembly/compare/redline.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { AppError } from '#src/core/errors.ts'
import { fairQueue, inFairTurn } from '#src/jobs/fair-queue.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { Watermark } from '../watermark.ts'
import type { TypesetOptions } from './file/write.ts'
import { MissingGlyphError } from './fonts/missing-glyph.ts'
import type { Typeset } from './typeset.ts'

/**
 * What the worker is asked: a PDF, a Word file, either of two versions compared, a picture of page 1, or only
 * which characters no font can draw.
 */
export type Order = { tree: DocumentTree } & (
  | { make: 'pdf'; options: TypesetOptions }
  | { make: 'word'; watermark?: Watermark }
  | { make: 'redline'; redline: Redline; form: 'pdf' | 'docx'; createdAt: Date }
  | { make: 'picture' }
  | { make: 'check' }
)

export type Made =
  | { typeset: Typeset }
  | { file: Uint8Array }
  | { picture: string }
  | { missing: string[] }
  | { failed: string }

interface Waiting {
  order: Order
  resolve: (made: Made) => void
  reject: (error: Error) => void
}

/**
 * A document of a hundred pages takes a tenth of it. What takes longer is given up, for the sake of all who
 * wait.
 */
const SECONDS = 20

/**
 * The worker holds fonts of some 100 MB; when nobody has printed for so long, it ends and gives them back.
 */
const IDLE = 60_000

/**
 * Whoever asks for a file waits here before anything is read or assembled for it: one is being made while the
 * next is made ready. Throws TOO_MANY_REQUESTS when a hundred of one customer wait.
 */
export const inPrintTurn = inFairTurn({ atOnce: 2, mostOfOne: 100 })

/**
 * Sets a document as `typeset` does, in a thread of its own: fonts and pages never hold up a request. Throws
 * UNAVAILABLE when it takes too long.
 */
export async function printDocument(tree: DocumentTree, options: TypesetOptions): Promise<Typeset> {
  const made = await send({ make: 'pdf', tree, options })
  if ('missing' in made) throw new MissingGlyphError(made.missing)
  return (made as { typeset: Typeset }).typeset
}

/** Makes the Word file as `makeWord` does, in the same thread; throws what `printDocument` throws. */
export async function printWord(tree: DocumentTree, watermark?: Watermark): Promise<Uint8Array> {
  const made = await send({ make: 'word', tree, watermark })
  return (made as { file: Uint8Array }).file
}

/**
 * Two versions of a document as one file with the changes between them; throws what `printDocument` throws.
 */
export async function printRedline(redline: Redline, form: 'pdf' | 'docx', createdAt: Date) {
  const made = await send({ make: 'redline', tree: redline.after, redline, form, createdAt })
  if ('missing' in made) throw new MissingGlyphError(made.missing)
  return (made as { file: Uint8Array }).file
}

/** Page 1 as SVG, drawn in the same thread. */
export async function printPicture(tree: DocumentTree): Promise<string> {
  const made = await send({ make: 'picture', tree })
  return (made as { picture: string }).picture
}

/** The characters of a document that no face can draw, looked for in a thread of its own. */
export async function unprintable(tree: DocumentTree): Promise<string[]> {
  const made = await send({ make: 'check', tree })
  return (made as { missing: string[] }).missing
}

/**
 * A thread with its queue: one order after the other, the customers in turn; it may yield the processors to
 * whoever asks for pages.
 */
function startLane(yields: boolean) {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let current: (Waiting & { timer: NodeJS.Timeout }) | null = null
  const queue = fairQueue<Waiting>({ mostOfOne: 100 })

  /** An order that goes wrong takes no other with it. */
  function next() {
    const waiting = current ? undefined : queue.take()
    clearTimeout(idle)
    if (!current && !waiting) idle = setTimeout(release, IDLE).unref()
    if (!waiting) return
    worker ??= startWorker()
    current = { ...waiting, timer: setTimeout(giveUp, SECONDS * 1000).unref() }
    worker.postMessage(waiting.order)
  }

  function settle(tell: (waiting: Waiting) => void) {
    if (!current) return
    clearTimeout(current.timer)
    tell(current)
    current = null
    next()
  }

  function release() {
    const stopped = worker
    worker = null
    void stopped?.terminate()
  }

  function giveUp() {
    release()
    const error = new AppError('UNAVAILABLE', { seconds: SECONDS }, 'documents.printStopped')
    settle(({ reject }) => reject(error))
  }

  function startWorker(): Worker {
    const started = new Worker(scriptFile(import.meta.url, 'pdf-worker-thread'), { workerData: { yields } })
    started.unref()
    started.on('message', (made: Made) => worker === started && settle(({ resolve }) => resolve(made)))
    const lose = (error: Error) => {
      if (worker !== started) return
      worker = null
      settle(({ reject }) => reject(error))
    }
    started.on('error', lose)
    started.on('exit', () => lose(new Error('the print worker stopped')))
    return started
  }

  return (order: Order) =>
    new Promise<Made>((resolve, reject) => {
      queue.join({ order, resolve, reject }, { left: reject })
      next()
    })
}

const files = startLane(true)
/** Somebody waits to finalise: not behind a file of a hundred pages, not even behind the one under way. */
const checks = startLane(false)

async function send(order: Order): Promise<Made> {
  const made = await (order.make === 'check' ? checks : files)(order)
  if ('failed' in made) throw new Error(made.failed)
  return made
}
