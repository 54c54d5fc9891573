import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { requireAccountsDesk, teamsByName } from '#modules/accounts/index.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The maximum number of notes that the page of an order shows. */
const NOTES = 20

/**
 * One order with its history: payments, callbacks, terms, granted uses, its last invoice and notes. Their
 * times are texts, amounts texts of minor units. Makes one query. Throws NOT_FOUND.
 */
export async function findOrderForDesk(db: Db, viewer: Viewer, id: string) {
  requireAccountsDesk(viewer)
  const order = isId(id) ? await wholeOrder(db).where('order.id', '=', id).executeTakeFirst() : undefined
  return order ?? notFound()
}

const wholeOrder = (db: Db) =>
  db
    .selectFrom('orders.order as order')
    .innerJoin(teamsByName(db).as('team'), 'team.id', 'order.team_id')
    .selectAll('order')
    .select('team.name as teamName')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('orders.payment')
          .select(['id', 'method', 'reference', 'currency', 'received_at', 'problem', 'settled_at'])
          .select(['confirmed_by', 'reversed_at'])
          .select((one) => [
            one.cast<string>('amount', 'text').as('amount'),
            one.cast<string>('refunded', 'text').as('refunded'),
          ])
          .whereRef('order_id', '=', 'order.id')
          .orderBy('id'),
      ).as('payments'),
      jsonArrayFrom(
        eb
          .selectFrom('orders.callback')
          .select(['id', 'method', 'body', 'received_at', 'worked_at'])
          .whereRef('order_number', '=', 'order.number')
          .orderBy('id')
          .limit(50),
      ).as('callbacks'),
      jsonArrayFrom(
        eb
          .selectFrom('orders.term')
          .select(['id', 'package', 'period', 'from_at', 'to_at', 'replaced_at'])
          .whereRef('order_id', '=', 'order.id')
          .orderBy('from_at'),
      ).as('terms'),
      jsonArrayFrom(
        eb
          .selectFrom('orders.usage_entry as entry')
          .innerJoin('orders.plan_change as change', (join) =>
            join.on((on) => on('entry.id', '=', on.fn.any('change.grants'))),
          )
          .select(['entry.id', 'entry.kind', 'quantity', 'expires_at', 'undone_at'])
          .whereRef('change.order_id', '=', 'order.id')
          .orderBy('entry.id'),
      ).as('grants'),
      jsonObjectFrom(
        eb
          .selectFrom('orders.slip')
          .select(['type', 'uploaded_at', 'erased_at', 'refused_at', 'refusal'])
          .whereRef('order_id', '=', 'order.id'),
      ).as('slip'),
      jsonObjectFrom(
        eb
          .selectFrom('orders.invoice as invoice')
          .select(['invoice.id', 'invoice.state'])
          .whereRef('invoice.order_id', '=', 'order.id')
          .orderBy('invoice.id', 'desc')
          .limit(1),
      ).as('invoice'),
      jsonArrayFrom(
        eb
          .selectFrom('orders.order_note')
          .select(['id', 'staff', 'words', 'at'])
          .whereRef('order_id', '=', 'order.id')
          .orderBy('id', 'desc')
          .limit(NOTES),
      ).as('notes'),
      jsonObjectFrom(
        eb
          .selectFrom('orders.plan_change')
          .select(['id', 'made_at'])
          .whereRef('order_id', '=', 'order.id')
          .where('undone_at', 'is', null),
      ).as('change'),
    ])

export type DeskOrder = Awaited<ReturnType<typeof findOrderForDesk>>
