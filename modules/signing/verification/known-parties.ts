import type { Db } from '#src/db/db.ts'
import type { SignatureFacts } from './finding.ts'

/**
 * The parties of the signatories with these revisions, by SHA-256. This reveals nothing, because the visitor
 * has the file.
 */
export async function partiesOfRevisions(db: Db, revisions: string[]): Promise<Map<string, string>> {
  if (revisions.length === 0) return new Map()
  const rows = await db
    .selectFrom('signing.revision as revision')
    .innerJoin('signing.signatory as signatory', 'signatory.id', 'revision.signatory_id')
    .select(['revision.sha256', 'signatory.party'])
    .where('revision.sha256', 'in', revisions)
    .execute()
  return new Map(rows.map(({ sha256, party }) => [sha256, party]))
}

/**
 * Adds the parties of signatures whose revision is not stored: a signatory who seals or signs in several
 * places makes several signatures in a row, and only the file after the last of them is stored.
 */
export function withEarlierSignatures(
  parties: Map<string, string>,
  signatures: SignatureFacts[],
): Map<string, string> {
  const allParties = new Map(parties)
  for (const [index, one] of [...signatures.entries()].toReversed()) {
    const nextSignature = signatures[index + 1]
    const party = nextSignature && allParties.get(nextSignature.revision)
    const contact = `${one.email} ${one.phone}`
    const isSame =
      one.ours &&
      nextSignature?.ours &&
      contact !== ' ' &&
      contact === `${nextSignature.email} ${nextSignature.phone}`
    if (party && isSame && one.revision && !allParties.has(one.revision)) allParties.set(one.revision, party)
  }
  return allParties
}
