import type { PhoneRegion } from '#src/core/identity-numbers/mobile-number.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findMatches, type Match } from '../same-contact.ts'
import type { ContactType, ImportResult } from '../schema.ts'
import { type Duplicates, importContacts } from './import-contacts.ts'
import { lockImport } from './pending-import.ts'
import { type Fault, type ReadContact, readRows } from './read-rows.ts'
import type { Choice, Sheet } from './sheet.ts'

interface NamedSheet {
  sheet: Sheet
  choice: Choice
  region: PhoneRegion
  type: ContactType
}

export interface Preview {
  contacts: ReadContact[]
  /** The people in the file who are contacts already, with these contacts. */
  knownPeople: { contact: ReadContact; match: Match }[]
  faults: Fault[]
  /** The number of rows with a fault, which are not imported. */
  faultyRows: number
  /** The choice of columns that the preview shows: only an import with the same choice is carried out. */
  shownChoice: string
}

/** The result of an import with this choice of columns. */
export async function previewImport(
  db: Db,
  viewer: Viewer,
  { sheet, choice, region, type }: NamedSheet,
): Promise<Preview> {
  const { contacts, faults } = readRows(sheet, choice, type, region)
  const matches = await findMatches(db, viewer, contacts)
  const knownPeople = [...matches]
    .sort(([one], [other]) => one - other)
    .map(([index, match]) => ({ contact: contacts[index]!, match }))
  const faultyRows = new Set(faults.map(({ line }) => line)).size
  return {
    contacts,
    knownPeople: knownPeople,
    faults,
    faultyRows: faultyRows,
    shownChoice: choiceKey(choice, region),
  }
}

const choiceKey = (choice: Choice, region: PhoneRegion) =>
  [region, ...choice.map((field) => field ?? '')].join(' ')

/**
 * Imports a file once. Returns the earlier result if it has been imported, and null if its choice of columns
 * differs from the one in the preview.
 */
export async function finishImport(
  db: Db,
  viewer: Viewer,
  id: string,
  shownChoice: string,
  duplicates: Duplicates,
): Promise<{ type: ContactType; result: ImportResult } | null> {
  return db.transaction().execute(async (trx) => {
    const { type, sheet, choice, region, result: storedResult } = await lockImport(trx, viewer, id)
    if (!sheet) return { type, result: storedResult! }
    if (!choice || choiceKey(choice, region) !== shownChoice) return null
    const { contacts } = readRows(sheet, choice, type, region)
    const result = await importContacts(trx, viewer, type, contacts, duplicates)
    await trx
      .updateTable('contacts.import')
      .set({ sheet: null, choice: null, file_name: '', result: JSON.stringify(result) })
      .where('id', '=', id)
      .execute()
    return { type, result }
  })
}
