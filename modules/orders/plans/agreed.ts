import type { Problems, Values } from '#src/http/body.ts'
import { MB, missingNumbers, NUMBERS } from '../packages/numbers.ts'
import type { PackageTable } from '../schema.ts'

export type Agreed = Pick<PackageTable, (typeof NUMBERS)[number]>

/**
 * What of a customised service is not said or cannot be, by field: its numbers are agreed with each team. A
 * team has an account at least.
 */
export function missingAgreed(plan: string, values: Values): Problems {
  if (plan !== 'customised') return {}
  const none = /^\s*0+\s*$/.test(values.seats ?? '')
  return { ...missingNumbers(values), ...(none && { seats: 'common.problem.format' }) }
}

/** The package with the numbers that were agreed. */
export const agreedContents = (holds: PackageTable, agreed: Agreed): PackageTable => ({
  ...holds,
  ...Object.fromEntries(NUMBERS.map((what) => [what, agreed[what]])),
})

/** For the log: each number that was agreed, the storage in MB. */
export const agreedChanges = (contents: PackageTable) =>
  NUMBERS.map((what) => ({
    what,
    before: '',
    after: String(what === 'storage' ? contents.storage! / MB : contents[what]),
  }))
