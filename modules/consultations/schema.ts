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

/** The regions in which a party can be established. */
export const PARTY_PLACES = ['mainland', 'hongkong', 'macau', 'taiwan', 'overseas'] as const
export type PartyPlace = (typeof PARTY_PLACES)[number]

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
  /** The only language of the document, or the prevailing one. */
  language: ConsultationLanguage
  bilingual: boolean
  /** yyyy-MM-dd */
  wanted_by: string | null
  situation: string
  name: string
  email: string
  phone: string
  state: Generated<ConsultationState>
  /** The member of staff who handles the request. */
  owner_id: string | null
  /** A colleague's note on handing the request to the owner. */
  owner_note: Generated<string | null>
  /** The number of offers; the five columns below contain the last one. */
  offers: Generated<number>
  price: Generated<string>
  /** The price including tax; null for an offer that cannot be ordered. */
  amount_cny: ColumnType<Money | null, never, Money | null>
  /** The price in dollars; null if the offer cannot be paid in dollars. */
  amount_usd: ColumnType<Money | null, never, Money | null>
  /** The number of days from acceptance to delivery. */
  days: number | null
  terms: Generated<string>
  /** The last order of the offer, and the time until which it can be paid; null once it has ended. */
  order_id: ColumnType<string | null, never, string | null>
  order_until: ColumnType<Date | null, never, Date | null>
  /** The time when the last offer was accepted by paying its order. */
  agreed_at: Date | null
  /** The end of the last day for our answer or delivery; null when none is due. */
  due_at: Date | null
  created_at: Date
}

export type Side = 'customer' | 'staff'

/** Files sent with a request or delivered; stored under `consultations/<id>/<number>`. */
export interface ConsultationFileTable {
  consultation_id: string
  /** The number of the file within the request, from 1. */
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
  /** The message to the other side; for a note or an assignment, a text that only staff see. */
  words: string
  /** The price of an offer; '' for other actions. */
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
