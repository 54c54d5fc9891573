import type { Db } from '#src/db/db.ts'

interface Job {
  id: string
  queue: string
  data: { signingId?: unknown; signatoryId?: unknown }
}

/** The signing of each job with its document and sender, by job id. */
export async function signingsOf(db: Db, jobs: Job[]) {
  const signingJobs = jobs.filter(({ data }) => data?.signingId || data?.signatoryId)
  const ids = signingJobs.map(({ data }) => String(data.signingId ?? data.signatoryId))
  if (!ids.length) return new Map<string, never>()
  const rows = await db
    .selectFrom('signing.signing as signing')
    .innerJoin('signing.signatory as signatory', 'signatory.signing_id', 'signing.id')
    .select(['signing.id', 'signatory.id as signatory', 'document_number', 'starter_id'])
    .where((eb) => eb.or([eb('signing.id', 'in', ids), eb('signatory.id', 'in', ids)]))
    .execute()
  const byId = new Map(rows.flatMap((row) => [[row.id, row] as const, [row.signatory, row] as const]))
  return new Map(
    signingJobs.flatMap(({ id, data }) => {
      const row = byId.get(String(data.signingId ?? data.signatoryId))
      return row ? [[id, row] as const] : []
    }),
  )
}
