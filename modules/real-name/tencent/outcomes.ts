import type { Outcome } from '../service.ts'

/** The result codes for each outcome. A code that is not listed means that nothing was compared. */
type CodesByOutcome = Partial<Record<Exclude<Outcome, 'unavailable'>, readonly string[]>>

/** A mismatch includes a malformed number or name, which the service does not compare. */
export const ID_CARD_CODES: CodesByOutcome = {
  match: ['0'],
  mismatch: ['-1', '-2', '-3'],
  'no-record': ['-5'],
}

export const PHONE_CODES: CodesByOutcome = {
  match: ['0'],
  mismatch: ['-4', '-6', '-7', '-8'],
  'no-record': ['-9', '-13'],
}

/** A mismatch includes a card that is lost, blocked or unsupported. */
export const BANK_CARD_CODES: CodesByOutcome = {
  match: ['0'],
  mismatch: '-1 -2 -3 -4 -5 -6 -7 -8 -9 -10 -11 -12 -13 -14 -15 -16 -17 -21'.split(' '),
  'no-record': ['-20'],
}

/** Any unlisted code means that the service is busy, or that the person's daily limit is reached. */
export function outcomeOf(codes: CodesByOutcome, result: string): Outcome {
  const outcome = (['match', 'mismatch', 'no-record'] as const).find((one) => codes[one]?.includes(result))
  return outcome ?? 'unavailable'
}
