/** A text of a document, once per side. `hant` overrides what OpenCC derives from `zh`. */
export interface Twin {
  zh: string
  en: string
  hant?: string
}

/** A text for the person at the screen. `zh_TW` is derived from `zh_CN` when left out. */
export interface Words {
  zh_CN: string
  en_US: string
  zh_TW?: string
}

export type FieldType = 'text' | 'longtext' | 'number' | 'money' | 'date' | 'period' | 'choice' | 'boolean'

/** How the short form groups what is still needed, in the order a lawyer asks. */
export type FieldGroup = 'subject' | 'money' | 'dates' | 'choices' | 'other'

export interface Field {
  id: string
  type: FieldType
  group: FieldGroup
  label: Words
  hint?: Words
  required?: boolean
  /** number, money (major units), period: bounds, inclusive. text, longtext: `max` is the length. */
  min?: number
  max?: number
  /** money only: the ISO 4217 codes to choose from, the first one preselected. */
  currencies?: string[]
  /** period only: the units to choose from, the first one preselected. */
  units?: PeriodUnit[]
  /** choice only: what is printed for each option, by side, and what the form calls it. */
  options?: { id: string; label: Words; text: Twin }[]
  default?: FieldValue
}

export type PeriodUnit = 'day' | 'working-day' | 'month' | 'year'

/** A text that differs by side. `stale`: the side not written or confirmed since the other one changed. */
export interface TextTwin {
  zh: string
  en: string
  stale?: 'zh' | 'en'
}

/** Money is kept in minor units (分, cents), dates as yyyy-MM-dd. A text may differ by side. */
export type FieldValue =
  | string
  | TextTwin
  | number
  | boolean
  | { amount: number; currency: string }
  | { count: number; unit: PeriodUnit }

/** A condition on the answers. A clause whose condition does not hold is left out, and takes no number. */
export type Condition =
  | { field: string; is: string | boolean }
  | { filled: string }
  | { kept: string }
  | { chosen: string; alternative: string }
  | { parties: { atLeast: number } }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }

export interface Alternative {
  id: string
  label: Words
  text: Twin
}

/**
 * A clause: the unit that is chosen, edited, commented, compared and printed, in both languages at once.
 * Inline marks in a text: `{field-id}`, `{ref:clause-or-article-id}`, `{party:key}` (甲方 / Party A),
 * `{party:key.name}`, `{number}` (the document's number). `{{` and `}}` stand for braces.
 */
export interface Clause {
  id: string
  text: Twin
  /** false: the creator may not drop it. */
  droppable: boolean
  alternatives?: Alternative[]
  when?: Condition
  guidance?: Words
  /** Sub-clauses, printed (1), (2) … one level deep. */
  items?: Clause[]
}

export interface Article {
  id: string
  title: Twin
  when?: Condition
  guidance?: Words
  clauses: Clause[]
}

export type PartyIdentity = 'individual' | 'company'

export interface PartyRole {
  /** a to j; printed as 甲方 to 癸方 / Party A to Party J, in the order of the list. */
  key: string
  role: Twin
  identity: PartyIdentity | 'any'
  /** Whether the party signs; a company under resolution, for instance, may only be named. */
  signs: boolean
}

export interface Template {
  code: string
  version: number
  title: Twin
  category: string
  tags: string[]
  /** I: short standard forms; II: long or negotiated agreements. */
  type: 'I' | 'II'
  payType: 'usage'
  feeCategory: 'free-demo' | 'paid'
  languages: ('zh-Hans' | 'zh-Hant' | 'en')[]
  jurisdictions: string[]
  eSign: boolean
  /** contract: parties sign at the end; resolution: numbered resolutions, signed by those who resolve. */
  form: 'contract' | 'resolution'
  /** What the bilingual print says of its two texts; `{prevailing}` is the primary language's name. */
  prevailing: Twin
  purpose: Words
  notFor: Words
  minutes: number
  parties: PartyRole[]
  /** More parties of one role may be added up to `upTo` in all (never more than ten). */
  moreParties?: { role: Twin; identity: PartyIdentity | 'any'; upTo: number }
  /** Unnumbered texts between the parties and the first article: 鉴于 / recitals. */
  recitals: Clause[]
  fields: Field[]
  articles: Article[]
}
