import * as v from 'valibot'
import type { Money } from '#src/core/money.ts'

/**
 * An amount as WeChat Pay's JSON wants it, a whole number of fen; throws where a number could not hold it
 * whole.
 */
export function asFen(amount: Money): number {
  const fen = Number(amount)
  if (!Number.isSafeInteger(fen)) throw new RangeError('more fen than a JSON number holds')
  return fen
}

/** An amount from their JSON: whole, safe and above nothing, or refused. */
export const Fen = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.transform((fen) => BigInt(fen)),
)
