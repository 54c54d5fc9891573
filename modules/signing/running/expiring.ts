import { sql } from 'kysely'
import { canSee } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/**
 * Running signings of documents that the viewer may see, if they expire before `until`; the next to expire
 * is first.
 */
export const expiringSignings = (db: Db, viewer: Viewer, until: Date) =>
  db
    .selectFrom('signing.signing as signing')
    .select(['document_id', 'document_name', 'expires_at'])
    .where('team_id', '=', viewer.teamId)
    .where('state', '=', 'started')
    .where('expires_at', '>', now())
    .where('expires_at', '<', until)
    .where(canSee(db, viewer)(sql.ref('signing.document_id')))
    .orderBy('expires_at')
