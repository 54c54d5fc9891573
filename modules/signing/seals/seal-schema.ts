import type { ColumnType } from 'kysely'
import type { SealLook } from '#modules/seals/index.ts'

type Json<T> = ColumnType<T, string, string>

/**
 * none: the party does not seal; own: the party's signatory may add a picture of its seal while signing; any
 * other value: id of a seal of the sender's team.
 */
export type SealChoice = string

/** The sender's choice of a party's seal. */
export interface PartySealChoice {
  party: string
  seal: SealChoice
  /** Whether the seal is also set across the edges of all pages. */
  crossPage: boolean
}

export interface SealSettingTable {
  document_id: string
  choices: Json<PartySealChoice[]>
  updated_at: Date
}

/**
 * The seal of a party in a signing: a copy of the team's seal, or the picture that the party's signatory
 * adds.
 */
export interface PartySealTable {
  signing_id: string
  party: string
  /** The party's name, for the seal that the party's signatory may draw. */
  company: string
  /** The party's first signatory, whose signature sets the seal. */
  signatory_id: string
  /** The seal of the sender's team; null if the signatory may add a picture. */
  seal_id: string | null
  /** Null until the signatory adds a picture. */
  look: ColumnType<SealLook | null, string | null, string | null>
  picture: Buffer | null
  cross_page: boolean
}

export interface SigningSealTables {
  'signing.seal_setting': SealSettingTable
  'signing.party_seal': PartySealTable
}
