import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { addOperation } from '#src/http/programs/operation.ts'
import { ListQuery, Page } from '#src/http/programs/shapes.ts'
import { addContact, findContact } from './contact.ts'
import { ContactForm, unreachable } from './contact-form.ts'
import { listContacts, readFilter } from './list.ts'
import { CONTACT_TYPES } from './schema.ts'

const ContactShape = v.object({
  id: v.string(),
  name: v.string(),
  /** The department of an internal contact, the organisation of an external one. */
  organisation: v.string(),
  mobile: v.string(),
  email: v.string(),
  group: v.string(),
})

type StoredContact = Omit<v.InferOutput<typeof ContactShape>, 'group'> & { group_name: string }

const contactForProgram = ({ id, name, organisation, mobile, email, group_name: group }: StoredContact) => ({
  id,
  name,
  organisation,
  mobile,
  email,
  group,
})

addOperation({
  method: 'get',
  path: '/contacts',
  scope: 'contacts:read',
  query: v.object({
    ...ListQuery.entries,
    type: v.picklist(CONTACT_TYPES),
    group: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  answer: Page(ContactShape),
  handle: async ({ db, viewer, query: { limit, ...query } }) => {
    const { rows, next } = await listContacts(db, viewer, readFilter(query), limit)
    return { items: rows.map(contactForProgram), next }
  },
})

addOperation({
  method: 'post',
  path: '/contacts',
  scope: 'contacts:write',
  body: ContactForm,
  answer: ContactShape,
  status: 201,
  idempotent: true,
  handle: async ({ db, viewer, body }) => {
    const words = unreachable(body).email
    if (words) throw new AppError('INVALID_FIELD', { field: 'email' }, words)
    return contactForProgram(await findContact(db, viewer, await addContact(db, viewer, body)))
  },
})
