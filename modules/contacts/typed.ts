import { sql } from 'kysely'
import * as v from 'valibot'
import { teamPeople } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { addContact } from './contact.ts'
import { ContactForm } from './contact-form.ts'

const { name, organisation } = ContactForm.entries

/** A person with an email, as typed into a document; a phone number that is not mobile is dropped. */
export const TypedPerson = v.object({
  name,
  organisation,
  email: v.pipe(ContactForm.entries.email, v.nonEmpty('common.problem.required')),
  mobile: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => mobileNumber(text) ?? ''),
  ),
})

/**
 * Saves the person as an external contact, or a colleague as an internal one; does nothing and returns false
 * if a contact has the email.
 */
export async function saveTypedPerson(
  db: Db,
  viewer: Viewer,
  person: v.InferOutput<typeof TypedPerson>,
): Promise<boolean> {
  const colleague = await teamPeople(db, viewer)
    .where(sql`lower(email)`, '=', person.email)
    .executeTakeFirst()
  const typeFields = colleague
    ? { type: 'internal' as const, organisation: colleague.department }
    : { type: 'external' as const }
  try {
    await addContact(db, viewer, { ...person, group: '', ...typeFields })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONTACT_EMAIL_EXISTS') return false
    throw error
  }
}
