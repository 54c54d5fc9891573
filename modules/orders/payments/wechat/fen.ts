import * as v from 'valibot'
import type { Money } from '#src/core/money.ts'

/**
 * An amount in WeChat Pay's JSON, as a whole number of fen; throws if a number cannot represent it exactly.
 */
export function asFen(amount: Money): number {
  const fen = Number(amount)
  if (!Number.isSafeInteger(fen)) throw new RangeError('more fen than a JSON number holds')
  return fen
}

/** An amount from WeChat Pay's JSON: a positive safe integer. */
export const Fen = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.transform((fen) => BigInt(fen)),
)
