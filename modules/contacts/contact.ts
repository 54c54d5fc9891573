import { requirePermission } from '#modules/accounts/index.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Move } from '#src/core/reorder.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { wordsOf } from '#src/db/grams.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import { job } from '#src/jobs/jobs.ts'
import type { ContactFields } from './contact-form.ts'
import { lastPositions, lockOrder, positionAfter } from './position.ts'
import type { ContactType } from './schema.ts'

/** How long a deleted contact can be restored. */
const RETENTION = DAY

/** The error when another contact of the team has the email, by the name of the unique index. */
const onTakenEmail = onUniqueViolation({ contact_email: 'CONTACT_EMAIL_EXISTS' })

/** Requires the right to edit the team's address book, which drafters have; every member can read it. */
export const requireContactEditor = (viewer: Viewer) => requirePermission(viewer, 'document.create')

/** The team's contacts that are not deleted. */
export const activeContacts = (db: Db, { teamId }: Viewer) =>
  db.selectFrom('contacts.contact').where('team_id', '=', teamId).where('deleted_at', 'is', null)

/** Throws CONTACT_NOT_EXISTS for an unknown contact and for a contact of another team. */
export async function findContact(db: Db, viewer: Viewer, id: string) {
  const contact = isId(id)
    ? await activeContacts(db, viewer)
        .select(['id', 'type', 'name', 'organisation', 'mobile', 'email', 'group_name', 'position'])
        .select('other_emails')
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!contact) throw new AppError('CONTACT_NOT_EXISTS')
  return contact
}

export type Contact = Awaited<ReturnType<typeof findContact>>

/** The columns of the typed fields. */
export function columnsOf({ group, ...fields }: ContactFields) {
  const { name, organisation, mobile, email } = fields
  return {
    ...fields,
    group_name: group,
    updated_at: now(),
    words: wordsOf(name, organisation, mobile, email, group),
    folded: true,
  }
}

/** The number of rows per insert, because PostgreSQL accepts at most 65,535 parameters. */
const BATCH_SIZE = 1000

/** Inserts contacts after all others of that type and returns their ids. The caller must hold the lock. */
export async function insertContacts(trx: Db, viewer: Viewer, type: ContactType, people: ContactFields[]) {
  const { teamId } = viewer
  const positions = await lastPositions(trx, { teamId, type }, people.length)
  const rows = people.map((fields, index) => ({
    id: newId(),
    team_id: teamId,
    position: positions[index]!,
    created_at: now(),
    ...columnsOf(fields),
  }))
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    await trx
      .insertInto('contacts.contact')
      .values(rows.slice(start, start + BATCH_SIZE))
      .execute()
  return rows.map(({ id }) => id)
}

/** Adds a contact after all others. Throws CONTACT_EMAIL_EXISTS. */
export async function addContact(db: Db, viewer: Viewer, fields: ContactFields): Promise<string> {
  requireContactEditor(viewer)
  return inTransaction(db, async (trx) => {
    await lockOrder(trx, viewer.teamId)
    const [id] = await insertContacts(trx, viewer, fields.type, [fields]).catch(onTakenEmail)
    return id!
  })
}

/**
 * Adds a contact within the caller's transaction; does nothing if another contact of the team has the email.
 */
export async function addContactIn(trx: Db, viewer: Viewer, fields: ContactFields) {
  const { teamId } = viewer
  await lockOrder(trx, teamId)
  const existingContact = await activeContacts(trx, viewer)
    .select('id')
    .where('email', '=', fields.email)
    .executeTakeFirst()
  if (existingContact) return
  const [position = ''] = await lastPositions(trx, { teamId, type: fields.type }, 1)
  await trx
    .insertInto('contacts.contact')
    .values({ id: newId(), team_id: teamId, position, created_at: now(), ...columnsOf(fields) })
    .execute()
}

/**
 * Changes a contact. A contact whose type changes goes after all others of the new type. Throws
 * CONTACT_EMAIL_EXISTS, CONTACT_NOT_EXISTS.
 */
export async function editContact(db: Db, viewer: Viewer, id: string, fields: ContactFields) {
  requireContactEditor(viewer)
  const { teamId } = viewer
  await db.transaction().execute(async (trx) => {
    await lockOrder(trx, teamId)
    const { type, position } = await findContact(trx, viewer, id)
    const [newPosition = ''] =
      type === fields.type ? [position] : await lastPositions(trx, { teamId, type: fields.type }, 1)
    await trx
      .updateTable('contacts.contact')
      .set({ ...columnsOf(fields), position: newPosition })
      .where('id', '=', id)
      .execute()
      .catch(onTakenEmail)
  })
}

/** Throws CONTACT_NOT_EXISTS. */
export async function moveContact(db: Db, viewer: Viewer, id: string, move: Move) {
  requireContactEditor(viewer)
  const { teamId } = viewer
  await db.transaction().execute(async (trx) => {
    await lockOrder(trx, teamId)
    const contact = await findContact(trx, viewer, id)
    const position = await positionAfter(trx, { teamId, type: contact.type }, contact, move)
    if (position === null) return
    await trx.updateTable('contacts.contact').set({ position }).where('id', '=', id).execute()
  })
}

/** Throws CONTACT_NOT_EXISTS. */
export async function deleteContact(db: Db, viewer: Viewer, id: string) {
  requireContactEditor(viewer)
  await findContact(db, viewer, id)
  await db.updateTable('contacts.contact').set({ deleted_at: now() }).where('id', '=', id).execute()
}

/**
 * Restores a deleted contact; does nothing for other contacts. Throws CONTACT_NOT_EXISTS,
 * CONTACT_EMAIL_EXISTS.
 */
export async function restoreContact(db: Db, viewer: Viewer, id: string) {
  requireContactEditor(viewer)
  const contact = isId(id)
    ? await db
        .updateTable('contacts.contact')
        .set({ deleted_at: null })
        .where('id', '=', id)
        .where('team_id', '=', viewer.teamId)
        .returning('type')
        .executeTakeFirst()
        .catch(onTakenEmail)
    : undefined
  if (!contact) throw new AppError('CONTACT_NOT_EXISTS')
  return contact.type
}

/** Nightly: deletes contacts permanently once they can no longer be restored. */
export const purgeDeletedContacts = job('deleted-contacts', async (db) => {
  await db.deleteFrom('contacts.contact').where('deleted_at', '<', ago(RETENTION)).execute()
})

/** Deletes the address books of erased teams. */
export async function eraseContacts(trx: Db, { teamIds }: { teamIds: string[] }) {
  await trx.deleteFrom('contacts.contact').where('team_id', 'in', teamIds).execute()
}
