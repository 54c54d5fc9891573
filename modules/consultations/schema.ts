import type { Generated } from 'kysely'
import type { Locale } from '#src/core/i18n.ts'
import type { PictureType } from '#src/files/pictures/picture.ts'
import type { ConsultationState } from './moves.ts'

/** What the document is to be; the words stand under `consultation.kind` in the locales. */
export const CONSULTATION_KINDS = [
  ...(['sale', 'services', 'distribution', 'lease', 'employment', 'confidentiality'] as const),
  ...(['intellectual', 'shares', 'loan', 'other'] as const),
] as const
export type ConsultationKind = (typeof CONSULTATION_KINDS)[number]

/** Where a party is established. */
export const PLACES = ['mainland', 'hongkong', 'macau', 'taiwan', 'overseas'] as const
export type PartyPlace = (typeof PLACES)[number]

export const CONSULTATION_LANGUAGES = ['zh-Hans', 'zh-Hant', 'en'] as const
export type ConsultationLanguage = (typeof CONSULTATION_LANGUAGES)[number]

/** A request for a tailor-made document. */
export interface ConsultationTable {
  id: string
  team_id: string
  account_id: string
  /** Of whoever asked, when they asked. */
  locale: Locale
  kind: ConsultationKind
  subject: string
  own_place: PartyPlace
  other_place: PartyPlace
  /** The only one, or the one that prevails. */
  language: ConsultationLanguage
  bilingual: boolean
  /** yyyy-MM-dd */
  wanted_by: string | null
  situation: string
  name: string
  email: string
  phone: string
  state: Generated<ConsultationState>
  /** The member of staff who sees to it. */
  owner_id: string | null
  /** How many offers were made; the last one stands in the three below. */
  offers: Generated<number>
  price: Generated<string>
  /** From acceptance to delivery. */
  days: number | null
  terms: Generated<string>
  /** When the last offer was accepted. */
  agreed_at: Date | null
  created_at: Date
}

export type Side = 'customer' | 'staff'

/** What came with a request, and what was delivered; in the store under `consultations/<id>/<number>`. */
export interface ConsultationFileTable {
  consultation_id: string
  /** 1, 2, 3 … within the request */
  number: number
  side: Side
  type: PictureType | 'pdf' | 'docx'
  /** As its sender named it, ended by what it is. */
  name: string
  size: number
  /** What a delivered PDF became among the imported documents; null once that is gone. */
  document_id: string | null
}

export interface ConsultationActionTable {
  id: string
  consultation_id: string
  side: Side
  account_id: string
  action: ConsultationAction
  /** What was written to the other side; of a note and of taking, read by staff alone. */
  words: string
  /** Of an offer. */
  price: Generated<string>
  days: number | null
  at: Date
}

export type ConsultationAction =
  | 'request'
  | 'reply'
  | 'accept'
  | 'decline'
  | 'withdraw'
  | 'confirm'
  | 'take'
  | 'release'
  | 'note'
  | 'answer'
  | 'offer'
  | 'deliver'
  | 'close'

export interface ConsultationsTables {
  'consultations.consultation': ConsultationTable
  'consultations.file': ConsultationFileTable
  'consultations.action': ConsultationActionTable
}

declare module '#src/db/db.ts' {
  interface Database extends ConsultationsTables {}
}
