import { carriedHash } from '#src/auth/secret-key.ts'
import type { KeyChange } from '#src/core/sealing.ts'
import type { Db } from '#src/db/db.ts'

/** Hashes the stored hashes of reviewers' access codes again, with the new key. */
export async function carryAccessCodes(trx: Db, { present }: KeyChange) {
  const links = await trx
    .selectFrom('review.link')
    .select(['reviewer_id', 'access_hash'])
    .forUpdate()
    .execute()
  for (const { reviewer_id, access_hash } of links)
    await trx
      .updateTable('review.link')
      .set({ access_hash: carriedHash(present, access_hash) })
      .where('reviewer_id', '=', reviewer_id)
      .execute()
  return { carried: links.length, left: [] }
}
