import type { Selectable } from 'kysely'
import { signingRecord } from '#modules/documents/index.ts'
import type { Db } from '#src/db/db.ts'
import type { IdentityLevel } from '../providers/remote/service.ts'
import type { SignatoryTable } from '../schema.ts'

type Signatory = Pick<
  Selectable<SignatoryTable>,
  'id' | 'provider' | 'party' | 'email' | 'phone' | 'signed_at'
>
type Action = Awaited<ReturnType<typeof signingRecord>>['actions'][number]

/** The identity level that a service reported when the signatory signed; null if it reported none. */
export function reportedLevel(
  { party, email, phone }: Pick<Signatory, 'party' | 'email' | 'phone'>,
  actions: Action[],
): IdentityLevel | null {
  const signatoryAction = actions.findLast(
    ({ details }) =>
      details.level !== undefined &&
      details.party === party &&
      (details.email ?? null) === email &&
      (details.phone ?? null) === phone,
  )
  return (signatoryAction?.details.level as IdentityLevel | undefined) ?? null
}

/**
 * The reported levels of the last signing, by signatory. Reads the log only if another company's service was
 * used.
 */
export async function reportedLevels(db: Db, documentId: string, signatories: Signatory[]) {
  const serviceSignatories = signatories.filter(
    ({ provider, signed_at }) => provider !== 'builtin' && signed_at,
  )
  if (serviceSignatories.length === 0) return new Map<string, IdentityLevel | null>()
  const { actions } = await signingRecord(db, documentId)
  return new Map(serviceSignatories.map((one) => [one.id, reportedLevel(one, actions)]))
}
