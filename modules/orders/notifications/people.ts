import { administratorsOf, mailReaders, teamPeople } from '#modules/accounts/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import type { OrderTable } from '../schema.ts'

/** The people concerned by an order: the buyer, if still in the team, and the team's administrators. */
export async function peopleConcerned(
  db: Db,
  order: Pick<OrderTable, 'team_id' | 'account_id'>,
): Promise<string[]> {
  const buyer = await teamPeople(db, { teamId: order.team_id })
    .where('id', '=', order.account_id)
    .executeTakeFirst()
  const administrators = await administratorsOf(db, order.team_id)
  return [...new Set([...(buyer ? [buyer.id] : []), ...administrators])]
}

/**
 * Mails the people with an address, each in their own language. These mails concern money and cannot be
 * turned off.
 */
export async function mailEach(
  trx: Db,
  accountIds: string[],
  send: (to: { to: string; locale: Locale }) => Promise<unknown>,
) {
  for (const { email: to, locale } of await mailReaders(trx, accountIds)) await send({ to, locale })
}
