import { parentPort } from 'node:worker_threads'
import type { Order, Printed } from './pdf-worker.ts'
import { missingGlyphs, typeset } from './typeset.ts'

/** One order after the other; what goes wrong is told, never thrown, so that the press goes on. */
parentPort?.on('message', async ({ id, tree, options }: Order) => {
  const printed = await print({ tree, options }).catch((error): Printed => ({ failed: String(error?.stack) }))
  parentPort?.postMessage({ id, printed })
})

async function print({ tree, options }: Omit<Order, 'id'>): Promise<Printed> {
  const missing = missingGlyphs(tree)
  return missing.length || !options ? { missing } : { typeset: await typeset(tree, options) }
}
