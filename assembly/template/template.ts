import type { PartyAttribute } from '../marks.ts'

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

export type FieldType = CellType | 'longtext' | 'table'

/** What a cell of a table may hold. */
export type CellType = 'text' | 'number' | 'money' | 'date' | 'period' | 'choice' | 'boolean'

/** How the short form groups what is still needed, in the order a lawyer asks. */
export type FieldGroup = 'subject' | 'money' | 'dates' | 'choices' | 'other'

/** What it was called in versions before, where answers to those have to find it. */
export interface Renamed {
  id: string
  was?: string | string[]
}

export interface Field extends Renamed {
  type: FieldType
  group: FieldGroup
  label: Words
  hint?: Words
  required?: boolean
  /**
   * number, money (major units): bounds, inclusive; of a period by its unit too. text, longtext: `max` is the
   * length.
   */
  min?: Bound
  max?: Bound
  /**
   * money, table: the ISO 4217 codes to choose from, the first one preselected. All sums of a table are in
   * one.
   */
  currencies?: string[]
  /** money only: the English side says the sum in words too, as the Chinese always does. */
  inWords?: true
  /** period only: the units to choose from, the first one preselected. */
  units?: PeriodUnit[]
  /** choice only: what is printed for each option, by side, and what the form calls it. */
  options?: (Renamed & { label: Words; text: Twin })[]
  /** table only: its columns from left to right, how many rows it may have, and whether they are numbered. */
  columns?: Column[]
  rows?: { least?: number; most?: number }
  numbered?: true
  default?: FieldValue
}

/** A column of a table: what its head prints, and the field that each of its cells is. */
export interface Column
  extends Renamed,
    Pick<Field, 'hint' | 'required' | 'min' | 'max' | 'units' | 'options'> {
  type: CellType
  text: Twin
  /** number, money: what it holds is the product of two other columns, and nobody fills it in. */
  times?: [string, string]
  /** number, money: its sum stands below. */
  total?: true
}

export type PeriodUnit = 'day' | 'working-day' | 'month' | 'year'

export interface Period {
  count: number
  unit: PeriodUnit
}

/** One bound, or one for each unit of a period. */
export type Bound = number | Partial<Record<PeriodUnit, number>>

/** A text that differs by side. `stale`: the side not written or confirmed since the other one changed. */
export interface TextTwin {
  zh: string
  en: string
  stale?: 'zh' | 'en'
}

/** Money is kept in minor units (分, cents), dates as yyyy-MM-dd. A text may differ by side. */
export type FieldValue = CellValue | { amount: number; currency: string } | TableValue

/** Money in a cell is the amount alone, in minor units of the currency of its table. */
export type CellValue = string | TextTwin | number | boolean | Period

export interface TableRow {
  /** Stays with the row wherever it is moved. */
  id: string
  /** By the id of the column. */
  cells: Record<string, CellValue>
}

export interface TableValue {
  rows: TableRow[]
  currency?: string
}

/** Where a party is at home in law: the mainland of China, Hong Kong, Macao or Taiwan, or another country. */
export type PartyPlace = 'mainland' | 'hmt' | 'abroad'

/** How a shareholder or a director voted, or that they did not come. */
export type Vote = 'for' | 'against' | 'abstain' | 'absent'

/**
 * Something that can be compared: a number; a field (a number, money in major units, a date in days, a period
 * in days); a period; a sum; a product; the least of several; the months of severance that service between
 * two dates gives; a date and a period after it; the votes in per cent that were cast so, or at all; the sum
 * of a column, `goods.amount`.
 */
export type Amount =
  | number
  | string
  | Period
  | { sum: Amount[] }
  | { times: [Amount, Amount] }
  | { least: Amount[] }
  | { severanceMonths: [from: string, to: string] }
  | { after: string; by: string | Period }
  | { votes: Vote | 'present' }
  | { total: string }

/**
 * A condition on the answers. A clause whose condition does not hold is left out, and takes no number. What
 * compares amounts or currencies does not hold while one of them is not given.
 */
export type Condition =
  | { field: string; is: string | boolean }
  | { filled: string }
  | { kept: string }
  | { chosen: string; alternative: string }
  | { parties: { atLeast: number } }
  | { less: [Amount, Amount] }
  | { atMost: [Amount, Amount] }
  | { equal: [Amount, Amount] }
  | { currency: string; is: string }
  | { sameCurrency: [string, string] }
  /** `party`: a key, `any`, `every`, or in a rule for each party `it`. `has`: one of these is given. */
  | { party: string; is?: PartyIdentity; from?: PartyPlace; has?: PartyAttribute[] }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }

export interface Alternative extends Renamed {
  label: Words
  text: Twin
}

/**
 * A clause: the unit that is chosen, edited, commented, compared and printed, in both languages at once.
 * Inline marks in a text: `{field-id}`, `{ref:clause-or-article-id}`, `{party:key}` (甲方 / Party A),
 * `{party:key.name}`, `{number}` (the document's number). `{{` and `}}` stand for braces.
 */
export interface Clause extends Renamed {
  text: Twin
  /** false: the creator may not drop it. */
  droppable: boolean
  alternatives?: Alternative[]
  when?: Condition
  guidance?: Words
  /** Sub-clauses, printed (1), (2) … one level deep. Between and behind them the program writes the stops. */
  items?: Clause[]
  /** The field of the table that stands below its text. */
  table?: string
  /** What stands between the last two items. */
  join?: 'and' | 'or'
  /** Printed bold: what limits the other side in a standard term has to catch the eye. */
  emphasis?: true
  /** Prescribed word for word: nobody may write another text for it. */
  fixed?: true
}

/** What has to hold across answers before a document is finalised. */
export interface Rule {
  id: string
  when?: Condition
  must: Condition
  /** Judged for every party by itself, which the conditions call `it`. */
  each?: true
  /**
   * A field, a clause, `languages`, or with `each` an attribute of the party: where what is wrong is shown
   * and mended.
   */
  at: string
  /** What is wrong and by which article of which law. */
  message: Words
}

export interface Article extends Renamed {
  title: Twin
  when?: Condition
  guidance?: Words
  clauses: Clause[]
}

export type PartyIdentity = 'individual' | 'company'

/** What one party of a role is like. */
export interface RoleTraits {
  role: Twin
  /** What the role was called in versions before, in either language. */
  was?: string | string[]
  identity: PartyIdentity | 'any'
  /** Printed instead of 甲方 / Party A; `{n}` counts those of the same label. */
  label?: Twin
  /** What has to be given of it, beside a name. */
  requires?: PartyAttribute[]
  /** Where it is at home, when the template leaves no choice. */
  place?: PartyPlace
  /**
   * It votes: how, and with how many per cent of the votes, is asked. Only who voted for it or abstained
   * signs.
   */
  votes?: true
}

export interface PartyRole extends RoleTraits {
  /** a to j; printed as 甲方 to 癸方 / Party A to Party J, in the order of the list, unless it has a label. */
  key: string
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
  /** Whether it may be signed electronically; `licensed`: with a licensed provider that knows who signs. */
  eSign: boolean | 'licensed'
  /** Who asks for paper or more than a signature all the same; told before it is sent out to be signed. */
  signingNote?: Words
  /**
   * contract: parties sign at the end; resolution: numbered resolutions, signed by those who resolve;
   * decision: of one person.
   */
  form: 'contract' | 'resolution' | 'decision'
  /** What the document calls itself where a text says `{this}`: 本合同 / this Contract. */
  self?: Twin
  /**
   * What the bilingual print says of its two texts; `{prevailing}` is the name of the language that prevails.
   */
  prevailing: Twin
  /** The language that prevails, where it is not for the creator to choose. */
  prevails?: 'zh' | 'en'
  /** A language it may not be made without. */
  needs?: 'zh' | 'en'
  purpose: Words
  notFor: Words
  minutes: number
  parties: PartyRole[]
  /** More parties of one role may be added up to `upTo` in all (never more than ten). */
  moreParties?: RoleTraits & { upTo: number }
  /** Unnumbered texts between the parties and the first article: 鉴于 / recitals. */
  recitals: Clause[]
  fields: Field[]
  articles: Article[]
  /** Printed behind the signatures, as 附件一 / Annex 1. */
  annexes?: Article[]
  rules?: Rule[]
}

/** What a file holds besides, for those who keep it: in no document and on no page of a customer's. */
export interface TemplateNotes {
  /** What a lawyer has to confirm before the template is relied on. */
  review?: string[]
  /** The law that it is about, 公司法: to it belong articles that are cited without one. */
  law?: string
  /** Answers as somebody might give them. */
  sample?: { fields: Record<string, FieldValue>; parties: Record<string, string>[] }
}
