import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { AccountsTables } from '#modules/accounts/schema.ts'
import type { ChatTables } from '#modules/chat/schema.ts'
import type { ContactsTables } from '#modules/contacts/schema.ts'
import type { DocumentsTables } from '#modules/documents/schema.ts'
import type { MessagingTables } from '#modules/messaging/schema.ts'
import type { OrdersTables } from '#modules/orders/schema.ts'
import type { ReviewTables } from '#modules/review/schema.ts'
import type { SigningTables } from '#modules/signing/schema.ts'
import type { PlatformTables } from '#src/db/platform-schema.ts'
import { BACKGROUND, type Limits, Pool } from '#src/db/pool.ts'
import { tracedDialect } from '#src/db/traced-dialect.ts'
import { DatabaseWatch } from '#src/db/watch.ts'

/** Every table of the product. A module's rows are typed in its own schema.ts and read by it alone. */
export interface Database
  extends PlatformTables,
    AccountsTables,
    OrdersTables,
    ContactsTables,
    DocumentsTables,
    ReviewTables,
    SigningTables,
    MessagingTables,
    ChatTables {}

/** The first parameter of every function that reads or writes; a transaction may go in its place. */
export type Db = Kysely<Database>

// Counts and sums come back as bigint text; ours all fit a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// What is numeric and whole is money.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) =>
  /^-?\d+$/.test(text) ? BigInt(text) : Number(text),
)

/** What a request asks; `background` for whatever may take longer. */
export function openDatabase(watch: DatabaseWatch, limits: Limits): { db: Db; pool: Pool } {
  const pool = new Pool(watch, limits)
  const dialect = new PostgresDialect({ pool })
  return { db: new Kysely<Database>({ dialect: tracedDialect(dialect) }), pool }
}

/** A database on its own, for commands and tests. */
export const connect = (url: string, max = 20): Db =>
  openDatabase(new DatabaseWatch(url), { ...BACKGROUND, max }).db
