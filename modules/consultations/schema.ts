import type { ColumnType, Generated } from 'kysely'
import type { Locale } from '#src/core/i18n.ts'
import type { Money } from '#src/core/money.ts'
import type { PictureType } from '#src/files/pictures/picture.ts'
import type { ConsultationState } from './moves.ts'

/** The kinds of documents; their labels are in the locales under `consultation.kind`. */
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
  /** The customer's language at the time of the request. */
  locale: Locale
  kind: ConsultationKind
  subject: string
  own_place: PartyPlace
  other_place: PartyPlace
  /** The only language, or the prevailing one. */
  language: ConsultationLanguage
  bilingual: boolean
  /** yyyy-MM-dd */
  wanted_by: string | null
  situation: string
  name: string
  email: string
  phone: string
  state: Generated<ConsultationState>
  /** The member of staff who handles it. */
  owner_id: string | null
  /** A colleague's note when handing it to the owner. */
  owner_note: Generated<string | null>
  /** How many offers were made; the five columns below hold the last one. */
  offers: Generated<number>
  price: Generated<string>
  /** The price including tax; null for an offer that cannot be ordered. */
  amount_cny: ColumnType<Money | null, never, Money | null>
  /** Also in dollars, if it can be paid so. */
  amount_usd: ColumnType<Money | null, never, Money | null>
  /** From acceptance to delivery. */
  days: number | null
  terms: Generated<string>
  /** The last order of the offer, and until when it can be paid; null once it ended. */
  order_id: ColumnType<string | null, never, string | null>
  order_until: ColumnType<Date | null, never, Date | null>
  /** When the last offer was accepted: its order was paid. */
  agreed_at: Date | null
  /** The end of the last day for our answer or delivery; null while none is due. */
  due_at: Date | null
  created_at: Date
}

export type Side = 'customer' | 'staff'

/** Files sent with a request or delivered; stored under `consultations/<id>/<number>`. */
export interface ConsultationFileTable {
  consultation_id: string
  /** 1, 2, 3 … within the request */
  number: number
  side: Side
  type: PictureType | 'pdf' | 'docx'
  /** The sender's file name, with the extension of the detected type. */
  name: string
  size: number
  /** The imported document made from a delivered PDF; null once it is deleted. */
  document_id: string | null
}

export interface ConsultationActionTable {
  id: string
  consultation_id: string
  side: Side
  account_id: string
  action: ConsultationAction
  /** The message to the other side; for a note or an assignment visible to staff only. */
  words: string
  /** Set for an offer. */
  price: Generated<string>
  days: number | null
  at: Date
}

export type ConsultationAction =
  | 'request'
  | 'reply'
  | 'accept'
  | 'unpaid'
  | 'decline'
  | 'withdraw'
  | 'confirm'
  | 'take'
  | 'release'
  | 'handOver'
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
