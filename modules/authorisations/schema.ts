import type { ColumnType, Generated } from 'kysely'
import type { PictureType } from '#src/files/pictures/picture.ts'

export type SenderKind = 'individual' | 'institution'

/** pending: our staff compare the licence with the institution's information. */
export type AuthorisationState = 'pending' | 'granted' | 'refused'

export const DOCUMENT_KINDS = ['identity-card', 'passport', 'permit'] as const
/** What the number is: of an individual's document, or of an institution's registration. */
export type NumberKind = (typeof DOCUMENT_KINDS)[number] | 'credit-code' | 'registration'

/** A sender who authorises us to send documents for signing. */
export interface AuthorisationTable {
  id: string
  team_id: string
  /** Who authorised us; null since their account was erased. */
  account_id: string | null
  /** Their name. */
  person: string
  /** The e-sign service at which it is valid. */
  provider: string
  sender: SenderKind
  /** The service's own id of the sender; null at our own service. */
  reference: string | null
  /** Of the individual or the institution. */
  name: string
  number_kind: NumberKind
  /** Of an individual only its first and last characters. */
  number: string
  legal_representative: string | null
  /** Type of the picture of the licence; the file is in the store under the row's id. */
  licence: PictureType | null
  /** The version of the statement that was accepted. */
  statement: string
  state: AuthorisationState
  /** Why it was refused. */
  reason: string | null
  requested_at: Date
  /** The end of the last day for our staff; null where nobody has to compare anything. */
  due_at: ColumnType<Date | null, Date | undefined, never>
  decided_at: Date | null
  /** The member of staff; null when it was decided automatically. */
  decided_by: string | null
  starts_at: Date | null
  ends_at: Date | null
  /** What a real-name service said; null when it was not asked, or has not answered. */
  check_outcome: ColumnType<'match' | 'mismatch' | 'no-record' | null, 'match' | null | undefined>
  /** The service's number of the call. */
  check_reference: ColumnType<string | null, string | null | undefined>
  checked_at: ColumnType<Date | null, Date | null | undefined>
  /** Of an institution: whether it is in business; null when the service does not say. */
  is_operating: ColumnType<boolean | null, undefined, boolean | null>
  /** The days before its end of the last warning. */
  warned_days: number | null
  /** The member of staff who checks it. */
  owner_id: Generated<string | null>
  /** What a colleague wrote when handing it to the owner. */
  owner_note: Generated<string | null>
}

export interface AuthorisationsTables {
  'authorisations.authorisation': AuthorisationTable
}

declare module '#src/db/db.ts' {
  interface Database extends AuthorisationsTables {}
}
