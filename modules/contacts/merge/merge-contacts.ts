import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { activeContacts, columnsOf, requireContactEditor } from '../contact.ts'
import { lockOrder } from '../position.ts'

export const MERGED_FIELDS = ['name', 'organisation', 'mobile', 'email', 'group', 'type'] as const
export type MergedField = (typeof MERGED_FIELDS)[number]

/** The maximum number of contacts that are merged together. */
export const MAX_MERGED = 10

/** The contacts with these ids, in the order of the list. Throws CONTACT_NOT_EXISTS if one is missing. */
export async function findMergeable(db: Db, viewer: Viewer, ids: string[]) {
  requireContactEditor(viewer)
  const uniqueIds = [...new Set(ids)].slice(0, MAX_MERGED)
  const contacts = uniqueIds.every(isId)
    ? await activeContacts(db, viewer)
        .select(['id', 'type', 'name', 'organisation', 'mobile', 'email', 'other_emails'])
        .select(['group_name as group', 'updated_at'])
        .where('id', 'in', uniqueIds.length ? uniqueIds : [null])
        .orderBy('type')
        .orderBy('position')
        .execute()
    : []
  if (contacts.length < uniqueIds.length) throw new AppError('CONTACT_NOT_EXISTS')
  return contacts
}

export type Mergeable = Awaited<ReturnType<typeof findMergeable>>[number]

/** The versions of contacts as a page shows them, to notice changes by other users. */
export const versionsKey = (contacts: Mergeable[]) =>
  contacts.map(({ id, updated_at }) => `${id} ${updated_at.getTime()}`).join(',')

export interface Merge {
  ids: string[]
  /** The versions of the contacts that the form showed. */
  shownVersions: string
  /** The contact from which each field is taken. */
  sources: Record<MergedField, string>
}

/** The fields of the contact that remains. */
export function mergedFields(contacts: Mergeable[], sources: Merge['sources']) {
  const fieldValue = <F extends MergedField>(field: F): Mergeable[F] =>
    (contacts.find(({ id }) => id === sources[field]) ?? contacts[0]!)[field]
  return {
    name: fieldValue('name'),
    organisation: fieldValue('organisation'),
    mobile: fieldValue('mobile'),
    email: fieldValue('email'),
    group: fieldValue('group'),
    type: fieldValue('type'),
  }
}

/**
 * Merges contacts into the first one of the chosen type, which remains in its place; the others are deleted.
 * The remaining contact has all their emails, so that it also has the documents exchanged with them. Throws
 * CONTACTS_CHANGED, CONTACT_NOT_EXISTS.
 */
export async function mergeContacts(db: Db, viewer: Viewer, { ids, shownVersions, sources }: Merge) {
  requireContactEditor(viewer)
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, viewer.teamId)
    const contacts = await findMergeable(trx, viewer, ids)
    if (contacts.length < 2 || versionsKey(contacts) !== shownVersions) throw new AppError('CONTACTS_CHANGED')
    const fields = mergedFields(contacts, sources)
    const remaining = contacts.find(({ type }) => type === fields.type)!
    const otherContacts = contacts.filter((contact) => contact !== remaining)
    const emails = contacts.flatMap(({ email, other_emails }) => [email, ...other_emails])
    const other_emails = [...new Set(emails)].filter((email) => email && email !== fields.email)
    await trx
      .updateTable('contacts.contact')
      .set({ deleted_at: now() })
      .where(
        'id',
        'in',
        otherContacts.map(({ id }) => id),
      )
      .execute()
    await trx
      .updateTable('contacts.contact')
      .set({ ...columnsOf(fields), other_emails })
      .where('id', '=', remaining.id)
      .execute()
    return { id: remaining.id, type: remaining.type }
  })
}
