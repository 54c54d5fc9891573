import type { FieldValue, PartyIdentity, PartyPlace, Template, Twin, Vote } from './template/template.ts'

/** The two sides of a document. The document's settings choose the Chinese script of `zh`. */
export type Side = 'zh' | 'en'

export interface LanguageChoice {
  primary: Side
  bilingual: boolean
  script: 'Hans' | 'Hant'
}

/** The creator's decisions about one clause. Without one, the template applies. */
export interface ClauseAnswer {
  dropped?: true
  alternative?: string
  /** Custom text by side, which replaces the template's; it carries the same inline marks. */
  custom?: { zh: string; en: string }
  /** The side not yet written or confirmed since the other one changed. */
  stale?: Side
  /** Acknowledged findings about its texts. */
  meant?: Acknowledgement[]
}

/**
 * An acknowledged finding: which check, in which texts (`of`, a fingerprint), and the words on either side.
 */
export interface Acknowledgement {
  check: string
  of: string
  zh: string
  en: string
}

/**
 * A confirmed advice of the template, a confirmed difference between the languages in the details of a
 * party, or the reason for a custom text of a statutory clause. `point` names the confirmed point, with a
 * hash of its values or texts: once they change, the confirmation no longer counts.
 */
export interface Confirmation {
  point: string
  reason?: string
}

/** A clause the creator wrote, placed behind the clause `after` (or first in `article` when null). */
export interface AddedClause {
  id: string
  article: string
  after: string | null
  /** Set for an item: the clause that contains it. `after` is then the previous item. */
  within?: string
  /** The library clause from which its text was taken. */
  from?: { template: string; clause: string; alternative?: string }
}

/**
 * An article the creator wrote, behind the article `after` (or first when null); its title is a custom text.
 */
export interface AddedArticle {
  id: string
  after: string | null
}

/** Attributes that a party may have in English too, under the same name with `En`. */
export type TwinAttribute = 'name' | 'address' | 'legalRepresentative' | 'signerName' | 'signerTitle' | 'bank'

export interface Party {
  key: string
  identity: PartyIdentity
  /** An individual's name, or the organisation's name. */
  name: string
  nameEn: string
  /** Resident identity card, passport, or unified social credit code. */
  idNumber: string
  address: string
  phone: string
  email: string
  /** Companies: the legal representative, and who signs. */
  legalRepresentative: string
  signerName: string
  signerTitle: string
  /** English values; where one is missing, the Chinese one is printed. */
  addressEn?: string
  legalRepresentativeEn?: string
  signerNameEn?: string
  signerTitleEn?: string
  /** For texts in both languages: the side not yet written or confirmed since the other one changed. */
  stale?: Partial<Record<TwinAttribute, Side>>
  /** A role that the creator gave, which replaces the template's. */
  role?: Twin
  /** The jurisdiction of the party's domicile; the mainland by default. */
  place?: PartyPlace
  /** Bank and account number. */
  bank?: string
  bankEn?: string
  /** For a voting party: the vote, and the percentage of all votes, as entered. */
  vote?: Vote
  share?: string
}

export interface SignatureArea {
  /** Party keys in the order in which their signature blocks are printed. */
  order: string[]
  place: boolean
  date: boolean
  seal: boolean
}

/** All content that people put into a document; with the template it determines every printed character. */
export interface Answers {
  languages: LanguageChoice
  fields: Record<string, FieldValue>
  clauses: Record<string, ClauseAnswer>
  added: AddedClause[]
  addedArticles?: AddedArticle[]
  parties: Party[]
  signatureArea: SignatureArea
  confirmed?: Confirmation[]
  /** The party that the wordings favour, by its key, or `neutral`. */
  position?: string
  /**
   * Unconfirmed machine translations: `clause:payment`, `field:scope`, `cell:goods.r3.name` or
   * `party:b.address`, each with a hash of both texts. Once one of them is edited, the entry no longer
   * counts.
   */
  machine?: Record<string, string>
  /** The findings of the second reading, by the same keys. */
  doubted?: Record<string, Doubt>
}

/** A difference that a language model sees between two texts. */
export interface Doubt {
  /** A hash of both texts: once one of them is edited, the doubt no longer counts. */
  of: string
  /** The differing words, quoted from each text; '' if one text has no counterpart. */
  zh: string
  en: string
}

export interface DocumentSource {
  name: string
  number: string
  template: Template
  answers: Answers
  /** yyyy-MM-dd; without it dates far in the past or the future are not flagged. */
  today?: string
}
