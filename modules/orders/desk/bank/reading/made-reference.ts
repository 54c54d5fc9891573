import { hashOf } from '#src/core/secrets.ts'

/** The beginning of a reference that we generated. */
const GENERATED_PREFIX = 'made-'

export const isGenerated = (reference: string) => reference.startsWith(GENERATED_PREFIX)

interface Facts {
  /** The time as an ISO text; amounts are texts of minor units. */
  at: string
  amount: string
  payer: string
  balance: string
  remark: string
}

/**
 * Generates references for transfers that their bank does not number: the same line of the same file always
 * gets the same reference. Without a running balance the remark is included, and equal lines are counted.
 */
export function referenceMaker() {
  const counts = new Map<string, number>()
  return ({ at, amount, payer, balance, remark }: Facts): string => {
    const facts = JSON.stringify([at, amount, payer, balance || remark])
    const count = (counts.get(facts) ?? 0) + 1
    counts.set(facts, count)
    const repetition = count > 1 && !balance ? ` ${count}` : ''
    return `${GENERATED_PREFIX}${hashOf(facts + repetition).slice(0, 24)}`
  }
}
