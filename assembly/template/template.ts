import type { ComputedTax } from '../computed/computed-tax.ts'
import type { Dated } from '../dates/key-date.ts'
import type { PartyAttribute } from '../marks.ts'
import type { Amount, Period, PeriodUnit, Vote } from './amount.ts'
import type { ArticleLook } from './article-look.ts'
import type { NamesTest } from './names-test.ts'
import type { Position } from './position.ts'

export type { Amount, Period, PeriodUnit, Vote }

/** A text of a document, once per side. `hant` overrides what OpenCC derives from `zh`. */
export interface Twin {
  zh: string
  en: string
  hant?: string
}

/** A text of the user interface. `zh_TW` is derived from `zh_CN` when left out. */
export interface Words {
  zh_CN: string
  en_US: string
  zh_TW?: string
}

export type FieldType = CellType | 'longtext' | 'table'

/** The type of a table cell. */
export type CellType = 'text' | 'number' | 'money' | 'date' | 'period' | 'choice' | 'boolean'

/** The kind of personal data in a text of a field or a column. `person`: a person or a company. */
export type Holding = 'person' | 'account' | 'address' | 'contact' | 'identifier'

/** The groups of the short form's fields, in a lawyer's usual order. */
export type FieldGroup = 'subject' | 'money' | 'dates' | 'choices' | 'other'

/** Former ids, by which answers to earlier versions are found. */
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
  /** text, longtext: its value is never sent to a translation service. */
  holds?: Holding
  /** number, money (major units): inclusive bounds; for a period by unit. text: `max` is the length. */
  min?: Bound
  max?: Bound
  /** money, table: the ISO 4217 codes to choose from, the first one preselected. A table has one currency. */
  currencies?: string[]
  /** money only: the English side prints the amount in words too, as the Chinese always does. */
  inWords?: true
  /** money only: computed, not filled in. */
  computed?: ComputedTax
  /** period only: the units to choose from, the first one preselected. */
  units?: PeriodUnit[]
  /** choice only: the printed text of each option, by side, and its label in the form. */
  options?: (Renamed & { label: Words; text: Twin })[]
  /**
   * table only: its columns from left to right, the allowed number of rows, and whether rows are numbered.
   */
  columns?: Column[]
  rows?: { least?: number; most?: number }
  numbered?: true
  default?: FieldValue
  /** date only: it may lie any time back, as a date of birth or the first day of employment does. */
  past?: true
}

/** A column of a table: its printed head, and the field of each cell. */
export interface Column
  extends Renamed,
    Pick<Field, 'hint' | 'required' | 'holds' | 'min' | 'max' | 'units' | 'options'> {
  type: CellType
  text: Twin
  /** number, money: the column is computed as the product of two other columns. */
  times?: [string, string]
  /** number, money: the total is printed below. */
  total?: true
}

/** One bound, or one for each unit of a period. */
export type Bound = number | Partial<Record<PeriodUnit, number>>

/** A text with two sides. `stale`: the side not yet written or confirmed since the other one changed. */
export interface TextTwin {
  zh: string
  en: string
  stale?: 'zh' | 'en'
}

/** Money is in minor units (分, cents), dates are yyyy-MM-dd. A text may differ by side. */
export type FieldValue = CellValue | { amount: number; currency: string } | TableValue

/** Money in a cell is an amount in minor units of the table's currency. */
export type CellValue = string | TextTwin | number | boolean | Period

export interface TableRow {
  /** Stays the same when the row is moved. */
  id: string
  /** By column id. */
  cells: Record<string, CellValue>
}

export interface TableValue {
  rows: TableRow[]
  currency?: string
}

/** A party's legal domicile: mainland China; Hong Kong, Macao or Taiwan; or another country. */
export type PartyPlace = 'mainland' | 'hmt' | 'abroad'

/**
 * A condition on the answers. A clause whose condition is false is left out and not numbered. A comparison
 * is false while one of its values is missing.
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
  /** The text of a field names a party who votes and is not absent. */
  | { named: string }
  | NamesTest
  /** The dates in a column ascend from row to row. */
  | { ascending: string }
  /** `party`: a key, `any`, `every`, or `it` in a rule for each party. `has`: one of these is filled in. */
  | { party: string; is?: PartyIdentity; from?: PartyPlace; has?: PartyAttribute[] }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }

export interface Alternative extends Renamed, Position {
  label: Words
  text: Twin
}

/**
 * A clause: the unit that is chosen, edited, commented, compared and printed, in both languages at once.
 * Inline marks in a text: `{field-id}`, `{ref:clause-or-article-id}`, `{party:key}` (甲方 / Party A),
 * `{party:key.name}`, `{number}` (the document's number). `{{` and `}}` print braces.
 */
export interface Clause extends Renamed, Position {
  text: Twin
  /** false: the creator must not drop it. */
  droppable: boolean
  alternatives?: Alternative[]
  when?: Condition
  guidance?: Words
  /**
   * Sub-clauses, printed (1), (2) … one level deep. The program adds the punctuation between and behind them.
   */
  items?: Clause[]
  /** The table field that is printed below its text. */
  table?: string
  /** The word between the last two items. */
  join?: 'and' | 'or'
  /** Printed bold: a standard term that limits the other party's rights has to be conspicuous. */
  emphasis?: true
  /** Prescribed word for word; it cannot have a custom text. */
  fixed?: true
  /** Mandatory law requires it: a custom text needs a confirmation with a reason. */
  statutory?: true
}

/** A consistency rule across answers, or an advice, checked before a document is finalised. */
export interface Rule {
  id: string
  when?: Condition
  must: Condition
  /** Applied to each party separately; conditions name it `it`. */
  each?: true
  /**
   * A field, a clause, `languages`, an attribute of one party, `c.idNumber`, or with `each` an attribute of
   * the party: where the problem is shown and fixed.
   */
  at: string
  /** The problem, and the article of the law concerned. */
  message: Words
}

export interface Article extends Renamed, ArticleLook {
  title: Twin
  when?: Condition
  guidance?: Words
  clauses: Clause[]
}

export type PartyIdentity = 'individual' | 'company'

/** The requirements of a party's role. */
export interface RoleTraits {
  role: Twin
  /** The former names of the role, in either language. */
  was?: string | string[]
  identity: PartyIdentity | 'any'
  /** Printed instead of 甲方 / Party A; `{n}` counts the parties with the same label. */
  label?: Twin
  /** Required attributes besides the name. */
  requires?: PartyAttribute[]
  /** The party's domicile, when the template prescribes it. */
  place?: PartyPlace
  /**
   * The party votes: the form has its vote, and its percentage unless each has one vote. Only parties that
   * voted for or abstained sign.
   */
  votes?: true | 'one'
}

export interface PartyRole extends RoleTraits {
  /** a to j; printed as 甲方 to 癸方 / Party A to Party J, in the order of the list, unless it has a label. */
  key: string
  /** Whether the party signs; a company under resolution, for instance, may only be named. */
  signs: boolean
}

export interface Template extends Dated<Words, Condition, Period> {
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
  /**
   * Whether it may be signed electronically; `licensed`: only with a licensed provider that verifies
   * identity.
   */
  eSign: boolean | 'licensed'
  /** Who nevertheless requires paper or more than a signature; shown before sending for signature. */
  signingNote?: Words
  /**
   * contract: parties sign at the end; resolution: numbered resolutions, signed by the resolving persons;
   * decision: of one person.
   */
  form: 'contract' | 'resolution' | 'decision'
  /** The document's name for itself, printed for `{this}`: 本合同 / this Contract. */
  self?: Twin
  /**
   * The statement in a bilingual document which language prevails; `{prevailing}` is the name of that
   * language.
   */
  prevailing: Twin
  /** The prevailing language, when the creator has no choice. */
  prevails?: 'zh' | 'en'
  /** A language that the document must include. */
  needs?: 'zh' | 'en'
  purpose: Words
  notFor: Words
  minutes: number
  parties: PartyRole[]
  /** More parties of one role may be added up to `upTo` in all (never more than ten). */
  moreParties?: RoleTraits & { upTo: number; signs?: false }
  /** Unnumbered texts between the parties and the first article: 鉴于 / recitals. */
  recitals: Clause[]
  fields: Field[]
  articles: Article[]
  /** Printed behind the signatures, as 附件一 / Annex 1. */
  annexes?: Article[]
  rules?: Rule[]
  /** Lawful but unusual or risky values: reported with the reason, and confirmed once. */
  advise?: Rule[]
}
