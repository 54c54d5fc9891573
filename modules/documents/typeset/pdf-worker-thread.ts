import { parentPort } from 'node:worker_threads'
import { makeRedline } from '../word/redline.ts'
import { makeWord } from '../word/word.ts'
import { MissingGlyphError } from './fonts/missing-glyph.ts'
import type { Made, Order } from './pdf-worker.ts'
import { missingGlyphs, typeset } from './typeset.ts'

/** One order after the other; what goes wrong is told, never thrown, so that the worker goes on. */
parentPort?.on('message', async (order: Order) => {
  parentPort?.postMessage(await make(order).catch(told))
})

async function make(order: Order): Promise<Made> {
  if (order.make === 'word') return { word: await makeWord(order.tree, order.watermark) }
  if (order.make === 'redline') return { word: await makeRedline(order.redline) }
  if (order.make === 'check') return { missing: missingGlyphs(order.tree) }
  return { typeset: await typeset(order.tree, order.options) }
}

function told(error: unknown): Made {
  if (error instanceof MissingGlyphError) return { missing: error.characters }
  return { failed: error instanceof Error ? String(error.stack) : String(error) }
}
