import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { inCall } from '#src/telemetry/spans.ts'
import type { Stamp } from '../pades/make-cms.ts'
import { stampFrom } from '../pades/sign.ts'

/** Whether signatures get time-stamps. */
export const hasTimestamps = (): boolean => config.demoTimestamps || config.TIMESTAMP_URL !== undefined

const withTrace =
  (stamp: Stamp): Stamp =>
  (digest) =>
    inCall('time-stamp', 'stamp', () => stamp(digest))

/** The time-stamps of the configured service, or of the demo's authority; undefined if there is neither. */
export async function currentStamp(db: Db): Promise<Stamp | undefined> {
  if (config.TIMESTAMP_URL) return withTrace(stampFrom(config.TIMESTAMP_URL))
  if (!config.demoTimestamps) return undefined
  const { demoStamp } = await import('./demo-authority.ts')
  return demoStamp(db)
}
