import { parentPort } from 'node:worker_threads'
import { type Rehearsal, rehearse } from './rehearsal.ts'

/** One rehearsal after the other, beside whoever asks for pages. */
parentPort!.on('message', async (rehearsal: Rehearsal) => {
  parentPort!.postMessage(await rehearse(rehearsal))
})
