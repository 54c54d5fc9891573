import { type Job, runChild } from './capped-child.ts'

/**
 * A small process that begins others for the server, and ends with it or on request, and all of
 * them with it.
 */
const leaving = new AbortController()

process.on('message', async ({ id, ...job }: Job) => {
  const ended = await runChild(job, leaving.signal)
  if (process.connected) process.send!({ id, ...ended })
})
process.on('disconnect', () => {
  leaving.abort()
  process.exit()
})
