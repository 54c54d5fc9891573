import { parentPort } from 'node:worker_threads'
import { type Rehearsal, rehearse } from './rehearsal.ts'

/** Runs the rehearsals one after the other, in parallel with page requests. */
parentPort!.on('message', async (rehearsal: Rehearsal) => {
  parentPort!.postMessage(await rehearse(rehearsal))
})
