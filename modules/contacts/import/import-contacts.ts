import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { columnsOf, insertContacts, requireContactEditor } from '../contact.ts'
import type { ContactFields } from '../contact-form.ts'
import { lockOrder } from '../position.ts'
import { findMatches, type Match } from '../same-contact.ts'
import type { ContactType, ImportResult } from '../schema.ts'

/**
 * What to do with people who are contacts already, recognised by their email, which only one contact can
 * have, or by their mobile or name.
 */
export interface Duplicates {
  email: 'update' | 'skip'
  other: 'update' | 'skip' | 'add'
}

/** Adds people to the address book, in the order of the list. */
export async function importContacts(
  trx: Db,
  viewer: Viewer,
  type: ContactType,
  people: Omit<ContactFields, 'type'>[],
  duplicates: Duplicates,
): Promise<ImportResult> {
  requireContactEditor(viewer)
  await lockOrder(trx, viewer.teamId)
  const matches = await findMatches(trx, viewer, people)
  const newContacts: ContactFields[] = []
  const result = { added: 0, updated: 0, skipped: 0 }
  for (const [index, person] of people.entries()) {
    const match = matches.get(index)
    const decision = match ? duplicates[match.by === 'email' ? 'email' : 'other'] : 'add'
    if (decision === 'add') newContacts.push({ ...fieldsOf(person), type })
    else if (decision === 'skip') result.skipped++
    else {
      await updateContact(trx, match!, person)
      result.updated++
    }
  }
  await insertContacts(trx, viewer, type, newContacts)
  return { ...result, added: newContacts.length }
}

const fieldsOf = ({ name, organisation, mobile, email, group }: Omit<ContactFields, 'type'>) => ({
  name,
  organisation,
  mobile,
  email,
  group,
})

/** Overwrites a contact's fields with the file's; fields that are empty in the file remain. */
async function updateContact(trx: Db, { id }: Match, person: Omit<ContactFields, 'type'>) {
  const { type, name, organisation, mobile, email, other_emails, group_name } = await trx
    .selectFrom('contacts.contact')
    .select(['type', 'name', 'organisation', 'mobile', 'email', 'other_emails', 'group_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const fields = {
    type,
    name: person.name || name,
    organisation: person.organisation || organisation,
    mobile: person.mobile || mobile,
    // An email stored from a merged contact does not replace the email that was chosen when merging.
    email: other_emails.includes(person.email) ? email : person.email || email,
    group: person.group || group_name,
  }
  await trx.updateTable('contacts.contact').set(columnsOf(fields)).where('id', '=', id).execute()
}
