import { realName } from '#modules/real-name/index.ts'
import { AppError } from '#src/core/errors.ts'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'
import type { Db } from '#src/db/db.ts'
import type { ProviderName } from '../providers/provider-name.ts'
import type { SignatoryEntry } from '../schema.ts'

/** What the sender asks of a person; recipients of a copy are not checked. */
const askedOf = ({ role, realName: elements }: SignatoryEntry) => (role === 'copy' ? undefined : elements)

/**
 * Throws SIGNATORY_INCOMPLETE when a check is asked for without a service, or three elements without a phone
 * of the mainland.
 */
export function refuseRealNames(signatories: SignatoryEntry[]) {
  for (const [index, one] of signatories.entries()) {
    const elements = askedOf(one)
    const details = { number: index + 1 }
    if (elements && !realName.service)
      throw new AppError('SIGNATORY_INCOMPLETE', details, 'signing.setting.problem.realNameOf')
    if (elements === 'three' && !mobileNumber(one.phone ?? '')?.startsWith('+86'))
      throw new AppError('SIGNATORY_INCOMPLETE', details, 'signing.setting.problem.realNamePhoneOf')
  }
}

/** Stores what is asked of the people who sign at our own service; others have checks of their own. */
export async function storeRealNameChecks(
  trx: Db,
  people: { id: string; provider: ProviderName; entry: SignatoryEntry }[],
) {
  const checks = people.flatMap(({ id, provider, entry }) => {
    const elements = askedOf(entry)
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

/** Somebody else acts in the signatory's place: nothing that was checked or waived is true of them. */
export async function askRealNameAgain(trx: Db, signatoryId: string) {
  await trx
    .updateTable('signing.real_name_check')
    .set(UNCHECKED)
    .where('signatory_id', '=', signatoryId)
    .execute()
}
