import { getPriority, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { makeRedline } from '../word/redline.ts'
import { makeWord } from '../word/word.ts'
import { MissingGlyphError } from './fonts/missing-glyph.ts'
import type { Order, WorkerAnswer } from './pdf-worker.ts'
import { pictureOf } from './picture/picture.ts'
import { typesetRedline } from './redline/redline.ts'
import { missingGlyphs, typeset } from './typeset.ts'

// On Linux a thread has its own priority: page requests come before files made in the background.
if (workerData?.yields && platform() === 'linux') setPriority(Math.min(getPriority() + 5, 19))

/**
 * Handles one order at a time. Returns errors instead of throwing them, so that the worker keeps running.
 */
parentPort?.on('message', async (order: Order) => {
  parentPort?.postMessage(await handleOrder(order).catch(errorAnswer))
})

async function handleOrder(order: Order): Promise<WorkerAnswer> {
  if (order.make === 'word') return { file: await makeWord(order.tree, order.watermark) }
  if (order.make === 'redline') return { file: await redlineAs(order) }
  if (order.make === 'picture') return { picture: pictureOf(order.tree) }
  if (order.make === 'check') return { missing: missingGlyphs(order.tree) }
  return { typeset: await typeset(order.tree, order.options) }
}

function redlineAs({ redline, form, createdAt }: Order & { make: 'redline' }): Promise<Uint8Array> {
  return form === 'pdf' ? typesetRedline(redline, createdAt) : makeRedline(redline)
}

function errorAnswer(error: unknown): WorkerAnswer {
  if (error instanceof MissingGlyphError) return { missing: error.characters }
  return { failed: error instanceof Error ? String(error.stack) : String(error) }
}
