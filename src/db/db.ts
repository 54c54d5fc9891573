import type { Kysely } from 'kysely'

/**
 * Every table of the product. Each module's schema.ts adds its own tables, and no other module reads them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the schemas merge into it
export interface Database {}

/** First parameter of every function that reads or writes; a transaction can be passed instead. */
export type Db = Kysely<Database>

/** Does the work in the running transaction, or else in a new one. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)
