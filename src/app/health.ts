import { sql } from 'kysely'
import {
  countHeldUp,
  currentSigningFaults,
  SIGNING_FAULT_PARTS,
  type SigningFaultPart,
} from '#modules/signing/index.ts'
import { isKeyOfDatabase } from '#src/auth/secret-key.ts'
import { notFound } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { diskSpace } from '#src/files/disk.ts'
import { isPrivateClient } from '#src/http/client-address.ts'
import { routes } from '#src/http/web.ts'
import { jobsReady } from '#src/jobs/jobs.ts'
import { storageReady } from '#src/jobs/storage-check.ts'

let stopping = false

export function markAsStopping() {
  stopping = true
}

/**
 * Health checks. /healthz (liveness): the process runs. /readyz (readiness): the database, queue, storage,
 * SECRET_KEY and signing also work. It also reports low disk space, and how many signings wait for us and
 * why; only private networks can read that.
 */
export function healthRoutes(db: Db) {
  const app = routes()
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    if (!isPrivateClient(c)) notFound()
    const secretKey = (await isKeyOfDatabase(db).catch(() => null)) !== false
    const parts = { ...(await readiness(db)), secretKey, ...(await signingReadiness(db)) }
    const ready = !stopping && Object.values(parts).every(Boolean)
    const space = await diskSpace().catch(() => null)
    const disk = space && (space.low ? 'low' : 'enough')
    const heldUpSignings = await countHeldUp(db).catch(() => null)
    return c.json({ ready, ...parts, disk, heldUpSignings }, ready ? 200 : 503)
  })
  return app
}

export async function readiness(db: Db) {
  const works = (check: Promise<unknown>) => check.then(Boolean).catch(() => false)
  const [database, queue, storage] = await Promise.all([
    works(sql`select 1`.execute(db)),
    works(jobsReady()),
    works(storageReady()),
  ])
  return { database, queue, storage }
}

/**
 * The checks that signing depends on; false for each that fails. Empty while the database is unavailable.
 */
async function signingReadiness(db: Db) {
  const faults = await currentSigningFaults(db).catch((): SigningFaultPart[] => [])
  return Object.fromEntries(SIGNING_FAULT_PARTS.map((part) => [part, !faults.includes(part)]))
}
