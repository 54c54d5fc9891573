import type { ColumnType, Generated } from 'kysely'
import type { PhoneRegion } from '#src/core/identity-numbers/mobile-number.ts'
import type { Choice, Sheet } from './import/sheet.ts'

type Json<T> = ColumnType<T, string | null, string | null>

export const CONTACT_TYPES = ['internal', 'external'] as const
export type ContactType = (typeof CONTACT_TYPES)[number]

export interface ContactTable {
  id: string
  team_id: string
  type: ContactType
  name: string
  /** The department of an internal contact, the organisation of an external one; may be empty. */
  organisation: string
  /** The mobile number in the format E.164, or ''. */
  mobile: string
  /** The email in lower case, or ''; unique within a team. */
  email: string
  /** The emails of contacts that were merged into this one, in lower case. */
  other_emails: Generated<string[]>
  group_name: string
  /** The position in the team's own order: a fractional index, compared byte by byte. */
  position: string
  /** The searchable text: all the columns above, folded. */
  words: string
  /** False until `fold-contacts` has folded words that an earlier release stored. */
  folded: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

/** A file that a user imports, stored from its upload until it is imported, cancelled or a day old. */
export interface ImportTable {
  id: string
  team_id: string
  account_id: string
  type: ContactType
  file_name: string
  /** The content of the file; null once it is imported. */
  sheet: Json<Sheet | null>
  /** The fields that the user has chosen for the columns. */
  choice: Json<Choice | null>
  /** The region of phone numbers without a country code. */
  region: Generated<PhoneRegion>
  /** The numbers of contacts that were added, updated and skipped. */
  result: Json<ImportResult | null>
  created_at: Date
}

export interface ImportResult {
  added: number
  updated: number
  skipped: number
}

export interface ContactsTables {
  'contacts.contact': ContactTable
  'contacts.import': ImportTable
}

declare module '#src/db/db.ts' {
  interface Database extends ContactsTables {}
}
