import type { FieldValue, PartyIdentity, PartyPlace, Template, Twin, Vote } from './template/template.ts'

/**
 * The two sides of a document. Which Chinese script the `zh` side is printed in is a setting of the document.
 */
export type Side = 'zh' | 'en'

export interface LanguageChoice {
  primary: Side
  bilingual: boolean
  script: 'Hans' | 'Hant'
}

/** What the creator decided about one clause. Absent: as the template has it. */
export interface ClauseAnswer {
  dropped?: true
  alternative?: string
  /** Custom text by side, in place of the template's; carries the same inline marks. */
  custom?: { zh: string; en: string }
  /** The side that has not been written or confirmed since the other one changed. */
  stale?: Side
  /** What of its texts does not agree, and is meant so. */
  meant?: Acknowledgement[]
}

/**
 * A finding somebody confirmed: which check, in which texts (`of`, a fingerprint), and the words on either
 * side.
 */
export interface Acknowledgement {
  check: string
  of: string
  zh: string
  en: string
}

/** A clause the creator wrote, placed behind the clause `after` (or first in `article` when null). */
export interface AddedClause {
  id: string
  article: string
  after: string | null
  /** An item: of which clause. `after` is then the item before it. */
  within?: string
}

/**
 * An article the creator wrote, behind the article `after` (or first when null); its title is a custom text.
 */
export interface AddedArticle {
  id: string
  after: string | null
}

/** What a party may have in English too, under the same name with `En`. */
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
  /** What the English side prints of these; where it is missing, the same. */
  addressEn?: string
  legalRepresentativeEn?: string
  signerNameEn?: string
  signerTitleEn?: string
  /** Of texts in both languages: the side not written or confirmed since the other one changed. */
  stale?: Partial<Record<TwinAttribute, Side>>
  /** A role the creator gave in place of the template's. */
  role?: Twin
  /** Where it is at home; the mainland when nothing is said. */
  place?: PartyPlace
  /** Bank and account number. */
  bank?: string
  bankEn?: string
  /** Who votes: how, and with how many per cent of all votes, as it was written. */
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

/** Everything a person put into a document; with the template it determines every printed character. */
export interface Answers {
  languages: LanguageChoice
  fields: Record<string, FieldValue>
  clauses: Record<string, ClauseAnswer>
  added: AddedClause[]
  addedArticles?: AddedArticle[]
  parties: Party[]
  signatureArea: SignatureArea
}

export interface DocumentSource {
  name: string
  number: string
  template: Template
  answers: Answers
}
