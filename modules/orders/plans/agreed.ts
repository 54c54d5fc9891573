import type { Problems, Values } from '#src/http/body.ts'
import { AMOUNT_KEYS, MB, missingNumbers } from '../packages/numbers.ts'
import type { PackageTable } from '../schema.ts'

export type AgreedNumbers = Pick<PackageTable, (typeof AMOUNT_KEYS)[number]>

/**
 * The problems of a customised plan by field: its numbers are agreed with each team, and a team has at least
 * one account.
 */
export function missingAgreed(plan: string, values: Values): Problems {
  if (plan !== 'customised') return {}
  const hasNoSeats = /^\s*0+\s*$/.test(values.seats ?? '')
  return { ...missingNumbers(values), ...(hasNoSeats && { seats: 'common.problem.format' }) }
}

/** The package with the agreed numbers. */
export const agreedContents = (contents: PackageTable, agreed: AgreedNumbers): PackageTable => ({
  ...contents,
  ...Object.fromEntries(AMOUNT_KEYS.map((name) => [name, agreed[name]])),
})

/** The agreed numbers for the log, with the storage in MB. */
export const agreedChanges = (contents: PackageTable) =>
  AMOUNT_KEYS.map((name) => ({
    what: name,
    before: '',
    after: String(name === 'storage' ? contents.storage! / MB : contents[name]),
  }))
