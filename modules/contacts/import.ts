import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { activeContacts, columnsOf, insertContacts, requireContactEditor } from './contact.ts'
import type { Fault, ReadContact } from './csv.ts'
import { lockOrder } from './position.ts'
import type { ContactType } from './schema.ts'

/**
 * Adds all contacts of a file or none. With `update`, a contact with the same email is overwritten in its
 * place; without, each such line is a fault.
 */
export async function importContacts(
  db: Db,
  viewer: Viewer,
  type: ContactType,
  contacts: ReadContact[],
  update: boolean,
): Promise<{ added: number; updated: number; faults: Fault[] }> {
  requireContactEditor(viewer)
  const { teamId } = viewer
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, teamId)
    const here = await idsByEmail(trx, viewer, contacts)
    const known = contacts.filter(({ email }) => here.has(email))
    if (known.length && !update)
      return {
        added: 0,
        updated: 0,
        faults: known.map(({ line }) => ({
          line,
          column: 'email',
          problem: 'common.error.CONTACT_EMAIL_EXISTS',
        })),
      }
    for (const { line: _, type: __, ...fields } of known) {
      const { type: ___, ...columns } = columnsOf({ ...fields, type })
      await trx
        .updateTable('contacts.contact')
        .set(columns)
        .where('id', '=', here.get(fields.email)!)
        .execute()
    }
    const fresh = contacts.filter(({ email }) => !here.has(email))
    const written = fresh.map(({ line: _, ...fields }) => ({ ...fields, type }))
    await insertContacts(trx, viewer, type, written)
    return { added: fresh.length, updated: known.length, faults: [] }
  })
}

async function idsByEmail(trx: Db, viewer: Viewer, contacts: ReadContact[]): Promise<Map<string, string>> {
  const emails = contacts.flatMap(({ email }) => email || [])
  const rows = await activeContacts(trx, viewer)
    .select(['id', 'email'])
    .where((eb) => eb('email', '=', eb.fn.any(eb.val(emails))))
    .execute()
  return new Map(rows.map(({ id, email }) => [email, id]))
}
