import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportsTeam } from '#src/jobs/export-part.ts'

/**
 * For an administrator's data export: the team's address book, with deleted contacts that can still be
 * restored.
 */
export async function exportContacts(db: Db, viewer: Viewer): Promise<ExportPart> {
  if (!exportsTeam(viewer)) return { records: {} }
  const contacts = await db
    .selectFrom('contacts.contact')
    .select(['type', 'name', 'organisation', 'mobile', 'email', 'other_emails', 'group_name'])
    .select(['created_at', 'updated_at', 'deleted_at'])
    .where('team_id', '=', viewer.teamId)
    .orderBy('type')
    .orderBy('position')
    .execute()
  return { records: { contacts } }
}
