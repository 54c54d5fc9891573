import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import type { PackageTable } from '../schema.ts'

/** The support that a package includes; null for a person without an account. */
export interface Support {
  package: PackageTable['code'] | null
  chatSupport: boolean | null
  technicalSupport: PackageTable['technical_support'] | null
}

/** The support by package, for desk queries to join by the customer's package. */
export const supportLevels = (db: Db) =>
  db
    .selectFrom('orders.package')
    .select(['code as package', 'chat_support as chatSupport', 'technical_support as technicalSupport'])

/** Whether requests and feedback of this package come before others that are due on the same day. */
export const isAnsweredFirst = ({ technicalSupport }: Pick<Support, 'technicalSupport'>) =>
  technicalSupport !== null && technicalSupport !== 'email'

/**
 * For a query that has joined `supportLevels` as `level`: 0 for customers who are answered first in a queue,
 * otherwise 1.
 */
export const supportRank = (queue: 'chat' | 'requests'): RawBuilder<number> =>
  queue === 'chat'
    ? sql<number>`case when level."chatSupport" then 0 else 1 end`
    : sql<number>`case when level."technicalSupport" in ('phone', 'personal') then 0 else 1 end`
