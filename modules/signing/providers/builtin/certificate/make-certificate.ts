import { storeFile } from '#modules/documents/index.ts'
import { printTables } from '#modules/printing/index.ts'
import { now } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { addFileLeaf } from '../../../transparency/leaves.ts'
import { openAuthority } from '../authority/authority.ts'
import { sealFile } from '../closing-seal.ts'
import { storeTimestampServer } from '../identities/timestamp-server.ts'
import { currentStamp } from '../time-stamps/current-stamp.ts'
import { certificatePaper } from './certificate-paper.ts'
import { completionFacts } from './facts.ts'
import { isStamped } from './is-stamped.ts'

/**
 * Makes, seals and stores the certificate of completion of a completed signing. Does nothing if it already
 * exists or if the signing is not completed. If two runs are concurrent, the file of the first to finish is
 * stored.
 */
export async function makeCertificate(db: Db, signingId: string) {
  const facts = await completionFacts(db, signingId)
  if (!facts) return
  fault('certificate: before the file')
  const { document_id, document_number } = facts.signing
  const paper = certificatePaper(facts, await isStamped(db, signingId))
  const { bytes, pages } = await printTables(paper, facts.signing.ended_at!)
  const sealed = await sealFile(await openAuthority(db), bytes, {
    reason: `Certificate of completion of document ${document_number}`,
    sealedAt: now(),
    sentLength: bytes.length,
    stamp: await currentStamp(db),
  })
  await storeTimestampServer(db, sealed)
  await db.transaction().execute(async (trx) => {
    const certified = await trx
      .updateTable('signing.signing')
      .set({ certified_at: now() })
      .where('id', '=', signingId)
      .where('certified_at', 'is', null)
      .executeTakeFirst()
    if (certified.numUpdatedRows !== 1n) return
    await addFileLeaf(trx, document_id, hashOf(sealed))
    await storeFile(trx, document_id, { kind: 'completion-certificate', bytes: sealed, pages, places: [] })
  })
}
