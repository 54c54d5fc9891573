import type { Db } from '#src/db/db.ts'
import { certificateJob } from './certificate/certificate-job.ts'
import { closeSigningJob, decline, sign, writeSignatureJob } from './sign.ts'
import { turnOf } from './signer-link.ts'

/**
 * Signs a demo document for its first `count` signatories; with a `reason`, the first signatory declines
 * instead. The jobs run immediately, so that they use the demo's dates.
 */
export async function signAsDemo(db: Db, documentId: string, count: number, reason?: string) {
  const signatories = await db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select(['signatory.id', 'signatory.name', 'signing_id'])
    .where('document_id', '=', documentId)
    .where('role', '=', 'signer')
    .orderBy('position')
    .execute()
  for (const { id, name } of signatories.slice(0, count)) {
    const turn = await turnOf(db, id)
    if (reason) return decline(db, turn, reason)
    await sign(db, turn, { kind: 'typed', text: name })
    await writeSignatureJob.now(db, { signatoryId: id })
  }
  if (count < signatories.length) return
  const [{ signing_id: signingId }] = signatories as [(typeof signatories)[number]]
  await closeSigningJob.now(db, { signingId })
  await certificateJob.now(db, { signingId })
}
