import type { Kysely } from 'kysely'

/** A captcha carries its own seal; only that it has been used is kept, as a nonce. */
export async function up(db: Kysely<unknown>) {
  await db.schema.dropTable('platform.captcha').execute()
}
