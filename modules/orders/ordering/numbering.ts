import { sql } from 'kysely'
import { shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

/** Prefixes of the numbers of orders and of credit notes. */
type Prefix = 'QO' | 'CN'

/**
 * The next number, such as QO2611220001: short enough for the remark of a bank transfer; counted per day in
 * Shanghai.
 */
export async function nextNumber(trx: Db, prefix: Prefix): Promise<string> {
  const day = shanghaiDay().slice(2).replaceAll('-', '')
  const { last } = await trx
    .insertInto('orders.numbering')
    .values({ day: prefix === 'QO' ? day : `${prefix}${day}`, last: 1 })
    .onConflict((oc) => oc.column('day').doUpdateSet({ last: sql`orders.numbering.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return `${prefix}${day}${String(last).padStart(4, '0')}`
}
