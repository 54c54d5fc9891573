import { job } from '#src/jobs/jobs.ts'

/** Makes a checkpoint of the transparency log if entries were added. Loads the signing libraries. */
export const checkpointJob = job('log-checkpoint', async (db) => {
  const { makeCheckpoint } = await import('./checkpoint.ts')
  await makeCheckpoint(db)
})
