import { type CheckResult, nameOnCard, realName, registeredName } from '#modules/real-name/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import type { NumberKind } from './schema.ts'

const PROBLEMS = {
  mismatch: 'authorisations.problem.mismatch',
  'no-record': 'authorisations.problem.noRecord',
} as const

/** Whether this number can be compared: official sources contain only identity cards of the mainland. */
export const isComparable = (kind: NumberKind) => realName.service !== null && kind === 'identity-card'

/**
 * Compares an individual's name and ID number with official sources; null when there is no service, or none
 * for this kind of number. Throws INVALID_FIELD when they do not match, UNAVAILABLE without an answer.
 */
export async function checkIndividual(
  kind: NumberKind,
  { name, number }: { name: string; number: string },
): Promise<CheckResult | null> {
  if (!isComparable(kind)) return null
  const person = { elements: 'two', name: nameOnCard(name), idNumber: number } as const
  const result = await realName.service!.checkIndividual(person)
  const { outcome } = result
  if (outcome === 'unavailable') throw new AppError('UNAVAILABLE', {}, 'authorisations.problem.unavailable')
  if (outcome !== 'match') throw new AppError('INVALID_FIELD', { field: 'number' }, PROBLEMS[outcome])
  return result
}

/**
 * Compares a pending institution with the register, for our staff, who decide. Fails while the service does
 * not answer, so that it is retried.
 */
export const checkInstitution = job<{ id: string }>(
  'check-institution',
  async (db, { id }) => {
    const pending = await findUnchecked(db, id)
    if (!pending || !realName.service) return
    const { name, number: creditCode, legal_representative: legalRepresentative } = pending
    const { outcome, reference, isOperating } = await realName.service.checkEnterprise({
      name: registeredName(name),
      creditCode,
      legalRepresentative: nameOnCard(legalRepresentative!),
    })
    if (outcome === 'unavailable') throw new Error('The real-name service does not answer')
    await db
      .updateTable('authorisations.authorisation')
      .set({
        check_outcome: outcome,
        check_reference: reference,
        checked_at: now(),
        is_operating: isOperating,
      })
      .where('id', '=', id)
      .where('checked_at', 'is', null)
      .execute()
  },
  // Each attempt may cost money, so there are few attempts, hours apart.
  { retryLimit: 20, retryDelayMax: 14_400 },
)

const findUnchecked = (db: Db, id: string) =>
  db
    .selectFrom('authorisations.authorisation')
    .select(['name', 'number', 'legal_representative'])
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('number_kind', '=', 'credit-code')
    .where('checked_at', 'is', null)
    .executeTakeFirst()
