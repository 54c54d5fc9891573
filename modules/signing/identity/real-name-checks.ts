import { realName } from '#modules/real-name/index.ts'
import { AppError } from '#src/core/errors.ts'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'
import type { Db } from '#src/db/db.ts'
import type { ProviderName } from '../providers/provider-name.ts'
import type { SignatoryEntry } from '../schema.ts'

/** The check that the sender requires of a person. Recipients of a copy are never checked. */
const requiredElements = ({ role, realName: elements }: SignatoryEntry) =>
  role === 'copy' ? undefined : elements

/**
 * Throws SIGNATORY_INCOMPLETE if a check is required but there is no service, or if three elements are
 * required of a person without a mainland phone number.
 */
export function refuseRealNames(signatories: SignatoryEntry[]) {
  for (const [index, one] of signatories.entries()) {
    const elements = requiredElements(one)
    const details = { number: index + 1 }
    if (elements && !realName.service)
      throw new AppError('SIGNATORY_INCOMPLETE', details, 'signing.setting.problem.realNameOf')
    if (elements === 'three' && !mobileNumber(one.phone ?? '')?.startsWith('+86'))
      throw new AppError('SIGNATORY_INCOMPLETE', details, 'signing.setting.problem.realNamePhoneOf')
  }
}

/**
 * Stores the required checks of the people who sign with our own service; other services have their own
 * checks.
 */
export async function storeRealNameChecks(
  trx: Db,
  people: { id: string; provider: ProviderName; entry: SignatoryEntry }[],
) {
  const checks = people.flatMap(({ id, provider, entry }) => {
    const elements = requiredElements(entry)
    return elements && provider === 'builtin' ? [{ signatory_id: id, elements, state: 'asked' as const }] : []
  })
  if (checks.length > 0) await trx.insertInto('signing.real_name_check').values(checks).execute()
}

const UNCHECKED = {
  state: 'asked' as const,
  tries: 0,
  tried_on: null,
  checking_until: null,
  name: null,
  number: null,
  card: null,
  reference: null,
  decided_at: null,
  waived_by: null,
}

/**
 * Resets the check for a signatory's successor, because a result or waiver concerned the previous person.
 */
export async function askRealNameAgain(trx: Db, signatoryId: string) {
  await trx
    .updateTable('signing.real_name_check')
    .set(UNCHECKED)
    .where('signatory_id', '=', signatoryId)
    .execute()
}
