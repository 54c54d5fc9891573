import { ago, DAY, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { PhoneRegion } from '#src/core/identity-numbers/mobile-number.ts'
import { isId, newId } from '#src/core/ids.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { requireContactEditor } from '../contact.ts'
import type { ContactType } from '../schema.ts'
import type { Choice, Sheet } from './sheet.ts'

/** How long a file is stored that is not imported. */
const RETENTION = DAY
/** The maximum number of pending files of one person; beyond it the oldest is deleted. */
const MAX_PENDING = 5

interface UploadedFile {
  type: ContactType
  fileName: string
  sheet: Sheet
}

/**
 * Stores a file while its columns are named and checked; returns its id. The address book does not change.
 */
export async function startImport(db: Db, viewer: Viewer, { type, fileName, sheet }: UploadedFile) {
  requireContactEditor(viewer)
  const id = newId()
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('contacts.import')
      .values({
        id,
        team_id: viewer.teamId,
        account_id: viewer.id,
        type,
        file_name: cleanText(fileName).slice(0, 200),
        sheet: JSON.stringify(sheet),
        created_at: now(),
      })
      .execute()
    const latestImports = trx
      .selectFrom('contacts.import')
      .select('id')
      .where('account_id', '=', viewer.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_PENDING)
    await trx
      .deleteFrom('contacts.import')
      .where('account_id', '=', viewer.id)
      .where('id', 'not in', latestImports)
      .execute()
  })
  return id
}

/** The viewer's own imports; other members of the team do not see them. */
const ownImports = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('contacts.import')
    .select(['id', 'type', 'file_name', 'sheet', 'choice', 'region', 'result'])
    .where('team_id', '=', viewer.teamId)
    .where('account_id', '=', viewer.id)

/** Throws CONTACT_IMPORT_NOT_EXISTS. */
export async function findImport(db: Db, viewer: Viewer, id: string) {
  requireContactEditor(viewer)
  const pending = isId(id) ? await ownImports(db, viewer).where('id', '=', id).executeTakeFirst() : undefined
  if (!pending) throw new AppError('CONTACT_IMPORT_NOT_EXISTS')
  return pending
}

export type PendingImport = Awaited<ReturnType<typeof findImport>>

/** Like `findImport`, but locked until the end of the transaction. */
export async function lockImport(trx: Db, viewer: Viewer, id: string) {
  requireContactEditor(viewer)
  const pending = isId(id)
    ? await ownImports(trx, viewer).where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined
  if (!pending) throw new AppError('CONTACT_IMPORT_NOT_EXISTS')
  return pending
}

interface ImportChoice {
  choice: Choice
  region: PhoneRegion
}

/** Stores the fields of a file's columns. */
export async function saveChoice(db: Db, viewer: Viewer, id: string, { choice, region }: ImportChoice) {
  requireContactEditor(viewer)
  await db
    .updateTable('contacts.import')
    .set({ choice: JSON.stringify(choice), region })
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .execute()
}

/** Deletes the file of a cancelled import; does nothing when it is already deleted. */
export async function cancelImport(db: Db, viewer: Viewer, id: string) {
  const { type } = await findImport(db, viewer, id)
  await db.deleteFrom('contacts.import').where('id', '=', id).where('account_id', '=', viewer.id).execute()
  return type
}

/** Every ten minutes: deletes imports that are older than a day, finished or not. */
export const eraseOldImports = job('old-contact-imports', async (db) => {
  await db.deleteFrom('contacts.import').where('created_at', '<', ago(RETENTION)).execute()
})

export async function eraseImports(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  await trx
    .deleteFrom('contacts.import')
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('team_id', 'in', teamIds)]))
    .execute()
}
