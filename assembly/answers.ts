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
  /**
   * The custom text of each side, which replaces the template's text and may contain the same inline marks.
   */
  custom?: { zh: string; en: string }
  /** The side not yet written or confirmed since the other one changed. */
  stale?: Side
  /** Acknowledged findings about the texts of the clause. */
  meant?: Acknowledgement[]
}

/**
 * An acknowledged finding: the check, the fingerprint of the two texts (`of`), and the words of each side.
 */
export interface Acknowledgement {
  check: string
  of: string
  zh: string
  en: string
}

/**
 * A person's confirmation: of an advice of the template, of a difference between the languages in the
 * details of a party, or of a custom text for a statutory clause, with a reason. `point` names the confirmed
 * point, with a hash of its values or texts: once they change, the confirmation no longer counts.
 */
export interface Confirmation {
  point: string
  reason?: string
}

/**
 * A clause that the creator wrote. It is placed behind the clause `after`, or first in `article` if null.
 */
export interface AddedClause {
  id: string
  article: string
  after: string | null
  /** Only for an item: the clause that contains it. `after` is then the previous item. */
  within?: string
  /** The library clause from which its text was taken. */
  from?: { template: string; clause: string; alternative?: string }
}

/**
 * An article that the creator wrote. It is placed behind the article `after`, or first if null; its title is
 * a custom text.
 */
export interface AddedArticle {
  id: string
  after: string | null
}

/** Attributes that a party may also have in English, under the same name with the suffix `En`. */
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
  /** Companies only: the legal representative, and the person who signs. */
  legalRepresentative: string
  signerName: string
  signerTitle: string
  /** English values; if one is missing, the Chinese one is printed. */
  addressEn?: string
  legalRepresentativeEn?: string
  signerNameEn?: string
  signerTitleEn?: string
  /**
   * Attributes with texts in both languages: the side not yet written or confirmed since the other one
   * changed.
   */
  stale?: Partial<Record<TwinAttribute, Side>>
  /** A role name that the creator entered, which replaces the template's. */
  role?: Twin
  /** The jurisdiction of the party's domicile; the mainland by default. */
  place?: PartyPlace
  /** Bank and account number. */
  bank?: string
  bankEn?: string
  /** Voting parties only: the vote, and the percentage of all votes, as entered. */
  vote?: Vote
  share?: string
}

export interface SignatureArea {
  /** Party keys in the order in which their signature blocks are printed. */
  order: string[]
  /** Which lines each block has: place, date and seal. */
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
  /** The party that the wordings of the first draft favour, by its key, or `neutral`. */
  position?: string
  /**
   * Unconfirmed machine translations: a hash of both texts by the key of the text, which is
   * `clause:payment`, `field:scope`, `cell:goods.r3.name` or `party:b.address`. Once either text is edited,
   * the entry no longer counts.
   */
  machine?: Record<string, string>
  /** The doubts of the second reading, by the same keys as `machine`. */
  doubted?: Record<string, Doubt>
}

/** A difference that a language model sees between two texts. */
export interface Doubt {
  /** A hash of both texts: once one of them is edited, the doubt no longer counts. */
  of: string
  /** The differing words, quoted from each text; '' for a text without a counterpart. */
  zh: string
  en: string
}

export interface DocumentSource {
  name: string
  number: string
  template: Template
  answers: Answers
  /** yyyy-MM-dd. If it is missing, dates far in the past or the future are not reported. */
  today?: string
}
