import type { Generated } from 'kysely'

export const CONTACT_TYPES = ['internal', 'external'] as const
export type ContactType = (typeof CONTACT_TYPES)[number]

export interface ContactTable {
  id: string
  team_id: string
  type: ContactType
  name: string
  /** The department of an internal contact, the organisation of an external one; may be empty. */
  organisation: string
  /** E.164, or empty. */
  mobile: string
  /** In lower case, or empty; unique within a team. */
  email: string
  group_name: string
  /** Its position in the team's own order: a fractional index, compared byte by byte. */
  position: string
  /** The searchable text: all of the above, folded. */
  words: string
  /** False until `fold-contacts` folds the words of an earlier release. */
  folded: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface ContactsTables {
  'contacts.contact': ContactTable
}

declare module '#src/db/db.ts' {
  interface Database extends ContactsTables {}
}
