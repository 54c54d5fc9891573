import type { Db } from '#src/db/db.ts'

/**
 * The parties of the signatories with these revisions, by SHA-256; the visitor has the file itself, so this
 * reveals nothing.
 */
export async function partiesOfRevisions(db: Db, revisions: string[]): Promise<Map<string, string>> {
  if (revisions.length === 0) return new Map()
  const rows = await db
    .selectFrom('signing.builtin_revision as revision')
    .innerJoin('signing.signatory as signatory', (join) =>
      join
        .onRef('signatory.signing_id', '=', 'revision.signing_id')
        .onRef('signatory.position', '=', 'revision.number'),
    )
    .select(['revision.sha256', 'signatory.party'])
    .where('revision.sha256', 'in', revisions)
    .execute()
  return new Map(rows.map(({ sha256, party }) => [sha256, party]))
}
