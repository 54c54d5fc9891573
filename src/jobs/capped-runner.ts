import { type Job, runChild } from './capped-child.ts'

/**
 * A small process that starts others for the server. It ends with the server or on request, and then stops
 * them all.
 */
const leaving = new AbortController()

process.on('message', async ({ id, ...job }: Job) => {
  const result = await runChild(job, leaving.signal)
  if (process.connected) process.send!({ id, ...result })
})
process.on('disconnect', () => {
  leaving.abort()
  process.exit()
})
