import { findProfile } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/**
 * Throws IDENTITY_INFO_MISSING if the signatories could not see who sends the document: an individual needs
 * a name; a company needs its name, and its credit code or, abroad, its address.
 */
export async function requireIdentityInfo(db: Db, viewer: Viewer) {
  const { identity, companyName, credit_code, address } = await findProfile(db, viewer)
  const isComplete =
    identity === 'individual' ? Boolean(viewer.name) : Boolean(companyName && (credit_code || address))
  if (!isComplete) throw new AppError('IDENTITY_INFO_MISSING')
}
