import { signingRecord } from '#modules/documents/index.ts'
import type { Db } from '#src/db/db.ts'
import { reportedLevel } from '../identity/reported-levels.ts'
import type { IdentityLevel } from '../providers/remote/service.ts'

/** A signatory at another company's service, with the identity level that the service reported. */
export interface SignedElsewhere {
  id: string
  name: string
  party: string
  level: IdentityLevel
}

/**
 * The people who signed this file at other companies' services, whose certificates do not say how they were
 * identified. This reveals nothing, because the visitor has the file.
 */
export async function signedElsewhere(db: Db, sha256: string): Promise<SignedElsewhere[]> {
  const people = await db
    .selectFrom('signing.revision as revision')
    .innerJoin('signing.signing as signing', 'signing.id', 'revision.signing_id')
    .innerJoin('signing.signatory as signatory', 'signatory.signing_id', 'signing.id')
    .select(['signatory.id', 'signatory.name', 'party', 'email', 'phone', 'document_id'])
    .where('revision.sha256', '=', sha256)
    .where('signatory.provider', '!=', 'builtin')
    .where('signatory.state', 'in', ['signed', 'approved'])
    .orderBy('position')
    .execute()
  if (people.length === 0) return []
  const { actions } = await signingRecord(db, people[0]!.document_id)
  return people.flatMap(({ id, name, party, ...contact }) => {
    const level = reportedLevel({ party, ...contact }, actions)
    return level ? [{ id, name, party, level }] : []
  })
}
