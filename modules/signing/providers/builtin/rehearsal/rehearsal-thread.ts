import { parentPort } from 'node:worker_threads'
import { type Rehearsal, rehearse } from './rehearsal.ts'

/** Runs one rehearsal after the other, in parallel with requests for pages. */
parentPort!.on('message', async (rehearsal: Rehearsal) => {
  parentPort!.postMessage(await rehearse(rehearsal))
})
