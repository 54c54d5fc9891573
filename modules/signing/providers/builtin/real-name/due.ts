import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Database, Db } from '#src/db/db.ts'

/**
 * A query expression: the elements to check before a signatory may read the document; null if no check is
 * required any more.
 */
export const realNameDue = (db: Db, signatoryId: Expression<unknown>) =>
  db
    .selectFrom('signing.real_name_check')
    .select('elements')
    .where(sql<boolean>`signatory_id = ${signatoryId}`)
    .where('state', '=', 'asked')

/** Whether a signatory has not passed the check that the sender requires. */
export const isRealNameDue = (eb: ExpressionBuilder<Database, 'signing.signatory'>, signatoryId: string) =>
  eb.exists(
    eb
      .selectFrom('signing.real_name_check')
      .select('signatory_id')
      .where('signatory_id', '=', signatoryId)
      .where('state', '=', 'asked'),
  )
