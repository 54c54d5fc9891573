import type { ColumnType, Generated } from 'kysely'
import type { PictureType } from '#src/files/pictures/picture.ts'

export type SenderKind = 'individual' | 'institution'

/** `pending`: our staff compare the licence with the institution's information. */
export type AuthorisationState = 'pending' | 'granted' | 'refused'

export const DOCUMENT_KINDS = ['identity-card', 'passport', 'permit'] as const
/** The kind of number: of an individual's identity document, or of an institution's registration. */
export type NumberKind = (typeof DOCUMENT_KINDS)[number] | 'credit-code' | 'registration'

/** An authorisation by a sender to send documents for signing. */
export interface AuthorisationTable {
  id: string
  team_id: string
  /** The account that authorised us; null once the account is erased. */
  account_id: string | null
  /** The name of the person who authorised us. */
  person: string
  /** The e-sign service at which the authorisation is valid. */
  provider: string
  sender: SenderKind
  /** The service's id of the sender; null at our own service. */
  reference: string | null
  /** The name of the individual or the institution. */
  name: string
  number_kind: NumberKind
  /** The number of the sender; for an individual only its first and last characters. */
  number: string
  legal_representative: string | null
  /** The type of the licence's picture; the file is in the store under the row's id. */
  licence: PictureType | null
  /** The version of the statement that was accepted. */
  statement: string
  state: AuthorisationState
  /** The reason for a refusal. */
  reason: string | null
  requested_at: Date
  /** The end of the last day for our staff; null when no check by staff is needed. */
  due_at: ColumnType<Date | null, Date | undefined, never>
  decided_at: Date | null
  /** The member of staff who decided; null when it was decided automatically. */
  decided_by: string | null
  starts_at: Date | null
  ends_at: Date | null
  /** The result of the real-name service; null when it was not called or has not answered. */
  check_outcome: ColumnType<'match' | 'mismatch' | 'no-record' | null, 'match' | null | undefined>
  /** The service's number of the call. */
  check_reference: ColumnType<string | null, string | null | undefined>
  checked_at: ColumnType<Date | null, Date | null | undefined>
  /** Whether an institution is in business; null when the service does not say. */
  is_operating: ColumnType<boolean | null, undefined, boolean | null>
  /** The number of days before the end at which the last warning was sent. */
  warned_days: number | null
  /** The member of staff who checks it. */
  owner_id: Generated<string | null>
  /** A colleague's note when handing it to the owner. */
  owner_note: Generated<string | null>
}

export interface AuthorisationsTables {
  'authorisations.authorisation': AuthorisationTable
}

declare module '#src/db/db.ts' {
  interface Database extends AuthorisationsTables {}
}
