import type { Invariant } from './invariant.ts'

export const OF_MONEY: Invariant[] = [
  {
    name: 'no more is used than was granted',
    breaking: `select id from orders.usage_entry as one where quantity > 0
      and quantity + (select coalesce(sum(quantity), 0) from orders.usage_entry where grant_id = one.id) < 0`,
    broken: `update orders.usage_entry set quantity = -100000000 where quantity < 0`,
  },
  {
    name: 'what is left of a grant is what was not used',
    breaking: `select spent.grant_id from orders.usage_entry as spent
      join orders.usage_entry as given on given.id = spent.grant_id group by spent.grant_id, given.quantity
      having min(spent.left_after) <> given.quantity + sum(spent.quantity)`,
    broken: `update orders.usage_entry set left_after = left_after + 1 where quantity < 0`,
  },
  {
    name: 'a team uses what it was granted',
    breaking: `select spent.id from orders.usage_entry as spent
      join orders.usage_entry as given on given.id = spent.grant_id
      where (spent.team_id, spent.kind) is distinct from (given.team_id, given.kind)`,
    broken: `update orders.usage_entry set team_id = gen_random_uuid() where quantity < 0`,
  },
  {
    name: 'a signing uses one e-signature, and a stopped one none',
    breaking: `select signing.id from signing.signing left join (
        select substring(key from 'signing ([0-9a-f-]{36})') as id, -sum(quantity) as used
        from orders.usage_entry where key like '%signing %' group by 1) as uses on uses.id = signing.id::text
      where coalesce(used, 0) <> case state when 'stopped' then 0 else 1 end`,
    broken: `delete from orders.usage_entry where key like '%signing %'`,
  },
  {
    name: 'a paid order has one payment of its amount',
    breaking: `select id from orders."order" as paid where state = 'paid' and 1 <> (select count(*)
      from orders.payment where order_id = paid.id and problem is null and amount = total
        and payment.currency = paid.currency)`,
    broken: `delete from orders.payment`,
  },
  {
    name: 'an order that was not paid has no payment without a problem',
    breaking: `select payment.id from orders.payment join orders."order" as unpaid on unpaid.id = order_id
      where unpaid.state <> 'paid' and problem is null`,
    broken: `update orders."order" set state = 'closed', paid_at = null, refunded = 0 where state = 'paid'`,
  },
  {
    name: 'no more is returned than was refunded',
    breaking: `select id from orders.payment where refunded <
      (select coalesce(sum(amount), 0) from orders.refund where payment_id = payment.id and done_at is not null)`,
    broken: `insert into orders.refund (id, payment_id, key, amount, reason, reference, staff_id, created_at, done_at, by_hand)
      select gen_random_uuid(), payment.id, gen_random_uuid(), 1, 'x', 'x', account.id, now(), now(), true
      from orders.payment, accounts.account limit 1`,
  },
  {
    name: 'an order that was closed or expired has ended at a time',
    breaking: `select id from orders."order" where state in ('closed', 'expired') and ended_at is null`,
    broken: `update orders."order" set state = 'closed', paid_at = null, ended_at = null, refunded = 0`,
  },
  {
    name: 'the lines of an order are its total',
    breaking: `select id from orders."order" where total <>
      (select sum((line ->> 'amount')::numeric) from jsonb_array_elements(lines) as line)`,
    broken: `update orders."order" set total = total + 1`,
  },
]
