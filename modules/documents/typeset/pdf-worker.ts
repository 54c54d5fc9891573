import { Worker } from 'node:worker_threads'
import type { DocumentTree } from '../assembly/tree.ts'
import { MissingGlyphError } from './fonts/missing-glyph.ts'
import type { Typeset } from './typeset.ts'
import type { TypesetOptions } from './write.ts'

/** What the press is asked: to set a document, or without options only to look for characters it cannot draw. */
export interface Order {
  id: number
  tree: DocumentTree
  options?: TypesetOptions
}

export type Printed = { typeset: Typeset } | { missing: string[] } | { failed: string }

interface Waiting {
  resolve: (printed: Printed) => void
  reject: (error: Error) => void
}

/** The worker's file, beside this one as source and beside the server's once built. */
const FILE = import.meta.url.endsWith('.ts')
  ? './pdf-worker-thread.ts'
  : /\/server\/assets\/[^/]+$/.test(import.meta.url)
    ? '../pdf-worker-thread.js'
    : './pdf-worker-thread.js'

let press: Worker | null = null
let orders = 0
const waiting = new Map<number, Waiting>()

/** Sets a document as `typeset` does, in a thread of its own: fonts and pages never hold up a request. */
export async function printDocument(tree: DocumentTree, options: TypesetOptions): Promise<Typeset> {
  const printed = await order(tree, options)
  if ('missing' in printed) throw new MissingGlyphError(printed.missing)
  if ('failed' in printed) throw new Error(printed.failed)
  return printed.typeset
}

/** The characters of a document that no face can draw, looked for in the same thread. */
export async function unprintable(tree: DocumentTree): Promise<string[]> {
  const printed = await order(tree)
  if ('failed' in printed) throw new Error(printed.failed)
  return 'missing' in printed ? printed.missing : []
}

function order(tree: DocumentTree, options?: TypesetOptions): Promise<Printed> {
  press ??= startPress()
  const id = ++orders
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    press?.postMessage({ id, tree, options } satisfies Order)
  })
}

/** A press that dies takes its orders with it; the next order starts a new one. */
function startPress(): Worker {
  const worker = new Worker(new URL(FILE, import.meta.url))
  worker.unref()
  worker.on('message', ({ id, printed }: { id: number; printed: Printed }) => {
    waiting.get(id)?.resolve(printed)
    waiting.delete(id)
  })
  worker.on('error', (error) => stopPress(error))
  worker.on('exit', () => stopPress(new Error('the press stopped')))
  return worker
}

function stopPress(error: Error) {
  press = null
  for (const { reject } of waiting.values()) reject(error)
  waiting.clear()
}
