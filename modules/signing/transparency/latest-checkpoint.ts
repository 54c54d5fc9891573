import type { Db } from '#src/db/db.ts'

/** The newest checkpoint with its key; undefined before the first checkpoint. */
export const latestCheckpoint = (db: Db) =>
  db
    .selectFrom('signing.log_checkpoint as checkpoint')
    .innerJoin('signing.log_key as key', 'key.id', 'key_id')
    .select(['size', 'root', 'note', 'token', 'origin', 'public_key'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
