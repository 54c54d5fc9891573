import type { Db } from '#src/db/db.ts'
import type { ServiceName } from '../providers/provider-name.ts'
import type { Finding } from './finding.ts'
import { asStoredFile, type StageFile } from './kept-file.ts'

/** Applies `asStoredFile` to a file that is stored for one of our signings. */
export async function withStoredFile(db: Db, finding: Finding, bytes: Uint8Array): Promise<Finding> {
  if (finding.signatures.every(({ ours, isTimestamp }) => ours || isTimestamp)) return finding
  const files = await findStageFiles(db, finding.sha256)
  return files.length > 0 ? asStoredFile(finding, bytes, files) : finding
}

/**
 * The files of the signing that was completed with the file of this SHA-256, if people signed at services.
 * Empty for any other file, including one from before the last signature.
 */
async function findStageFiles(db: Db, sha256: string): Promise<StageFile[]> {
  const completedRevision = await db
    .selectFrom('signing.revision as revision')
    .innerJoin('signing.signing as signing', 'signing.id', 'revision.signing_id')
    .select(['signing.id', 'revision.number'])
    .select((eb) =>
      eb
        .selectFrom('signing.revision as last')
        .select((last) => last.fn.max('last.number').as('number'))
        .whereRef('last.signing_id', '=', 'signing.id')
        // Later revisions only renew time-stamps, so the file as completed also counts.
        .whereRef('last.created_at', '<=', 'signing.ended_at')
        .as('last'),
    )
    .where('revision.sha256', '=', sha256)
    .where('signing.state', '=', 'completed')
    .executeTakeFirst()
  if (!completedRevision || completedRevision.number < completedRevision.last!) return []
  const revisions = await db
    .selectFrom('signing.revision')
    .select(['number', 'sha256', 'signatory_id'])
    .where('signing_id', '=', completedRevision.id)
    .orderBy('number')
    .execute()
  const stages = await db
    .selectFrom('signing.remote_signing')
    .select('provider')
    .where('signing_id', '=', completedRevision.id)
    .where('state', '=', 'completed')
    .orderBy('stage')
    .execute()
  if (stages.length === 0) return []
  // Services finish their stages in order. Our own service stores a file for each signatory, and the file
  // with the closing seal.
  const serviceRevisions = revisions.filter(({ number, signatory_id }) => number > 0 && signatory_id === null)
  return revisions.map((one) => {
    const stage = stages[serviceRevisions.indexOf(one)]
    return { sha256: one.sha256, service: (stage?.provider as ServiceName) ?? null }
  })
}
