import type { ComputedTax } from '../computed/computed-tax.ts'
import type { KeyDates } from '../dates/key-date.ts'
import type { PartyAttribute } from '../marks.ts'
import type { Amount, Period, PeriodUnit, Vote } from './amount.ts'
import type { ArticleLayout } from './article-look.ts'
import type { NamesTest } from './names-test.ts'
import type { Position } from './position.ts'

export type { Amount, Period, PeriodUnit, Vote }

/** A text of a document, once per side. `hant` overrides what OpenCC derives from `zh`. */
export interface Twin {
  zh: string
  en: string
  hant?: string
}

/** A text of the user interface. If `zh_TW` is missing, it is derived from `zh_CN`. */
export interface Words {
  zh_CN: string
  en_US: string
  zh_TW?: string
}

export type FieldType = CellType | 'longtext' | 'table'

/** The type of a table cell. */
export type CellType = 'text' | 'number' | 'money' | 'date' | 'period' | 'choice' | 'boolean'

/** The kind of personal data in the text of a field or a column. `person` covers persons and companies. */
export type PersonalDataKind = 'person' | 'account' | 'address' | 'contact' | 'identifier'

/** The groups of fields in the short form, in the order that lawyers use. */
export type FieldGroup = 'subject' | 'money' | 'dates' | 'choices' | 'other'

/** Former ids, by which answers to earlier versions are recognised. */
export interface FormerIds {
  id: string
  was?: string | string[]
}

export interface Field extends FormerIds {
  type: FieldType
  group: FieldGroup
  label: Words
  hint?: Words
  required?: boolean
  /** text, longtext: the kind of personal data; the value is never sent to a translation service. */
  holds?: PersonalDataKind
  /**
   * number, money (in major units): inclusive bounds; for a period, one for each unit. text: `max` is the
   * length.
   */
  min?: Bound
  max?: Bound
  /** money, table: the ISO 4217 codes to choose from; the first is the default. A table has one currency. */
  currencies?: string[]
  /** money only: the English side also prints the amount in words, as the Chinese side always does. */
  inWords?: true
  /** money only: the value is computed instead of filled in. */
  computed?: ComputedTax
  /** period only: the units to choose from; the first is the default. */
  units?: PeriodUnit[]
  /** choice only: the printed text of each option on each side, and its label in the form. */
  options?: (FormerIds & { label: Words; text: Twin })[]
  /**
   * table only: its columns from left to right, the allowed number of rows, and whether rows are numbered.
   */
  columns?: Column[]
  rows?: { least?: number; most?: number }
  numbered?: true
  default?: FieldValue
  /**
   * date only: the date may lie any time in the past, such as a date of birth or the first day of
   * employment.
   */
  past?: true
}

/** A column of a table: its printed head, and the field of each cell. */
export interface Column
  extends FormerIds,
    Pick<Field, 'hint' | 'required' | 'holds' | 'min' | 'max' | 'units' | 'options'> {
  type: CellType
  text: Twin
  /** number, money: the column is computed as the product of two other columns. */
  times?: [string, string]
  /** number, money: the total is printed below. */
  total?: true
}

/** One bound, or one bound for each unit of a period. */
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
  /** The id of the row, which does not change when the row is moved. */
  id: string
  /** The values by column id. */
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
  /**
   * `party`: a key, `any`, `every`, or `it` in a rule for each party. `has`: one of these attributes is
   * filled in.
   */
  | { party: string; is?: PartyIdentity; from?: PartyPlace; has?: PartyAttribute[] }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }

export interface Alternative extends FormerIds, Position {
  label: Words
  text: Twin
}

/**
 * A clause: the unit that is chosen, edited, commented, compared and printed, in both languages at once.
 * Inline marks in a text: `{field-id}`, `{ref:clause-or-article-id}`, `{party:key}` (甲方 / Party A),
 * `{party:key.name}`, `{number}` (the document's number). `{{` and `}}` print braces.
 */
export interface Clause extends FormerIds, Position {
  text: Twin
  /** false: the creator must not drop it. */
  droppable: boolean
  alternatives?: Alternative[]
  when?: Condition
  guidance?: Words
  /**
   * Sub-clauses, printed as (1), (2) … on one level. The program adds the punctuation between and after
   * them.
   */
  items?: Clause[]
  /** The table field that is printed below the clause's text. */
  table?: string
  /** The word between the last two items. */
  join?: 'and' | 'or'
  /** Printed bold, because a standard term that limits the other party's rights has to be conspicuous. */
  emphasis?: true
  /** The text is prescribed word for word; it cannot be replaced by a custom text. */
  fixed?: true
  /** Mandatory law requires the clause: a custom text must be confirmed with a reason. */
  statutory?: true
}

/** A rule of consistency between answers, or an advice; checked before a document is finalised. */
export interface Rule {
  id: string
  when?: Condition
  must: Condition
  /** The rule is applied to each party separately; conditions name that party `it`. */
  each?: true
  /**
   * Where the problem is shown and corrected: a field, a clause, `languages`, or an attribute of one party,
   * `c.idNumber`; with `each`, an attribute of the party.
   */
  at: string
  /** The message about the problem, with the article of the law concerned. */
  message: Words
}

export interface Article extends FormerIds, ArticleLayout {
  title: Twin
  when?: Condition
  guidance?: Words
  clauses: Clause[]
}

export type PartyIdentity = 'individual' | 'company'

/** What a template requires of a role. */
export interface RoleTraits {
  role: Twin
  /** Former names of the role, in either language. */
  was?: string | string[]
  identity: PartyIdentity | 'any'
  /** Printed instead of 甲方 / Party A; `{n}` counts the parties with the same label. */
  label?: Twin
  /** Required attributes besides the name. */
  requires?: PartyAttribute[]
  /** The party's domicile, if the template prescribes it. */
  place?: PartyPlace
  /**
   * The party votes. The form asks for its vote, and for its percentage unless each party has one vote. Only
   * parties that voted for or abstained sign.
   */
  votes?: true | 'one'
}

export interface PartyRole extends RoleTraits {
  /** a to j; printed as 甲方 to 癸方 / Party A to Party J, in the order of the list, unless it has a label. */
  key: string
  /** Whether the party signs; a company under resolution, for instance, may only be named. */
  signs: boolean
}

export interface Template extends KeyDates<Words, Condition, Period> {
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
   * Whether the document may be signed electronically; `licensed`: only by a licensed provider that verifies
   * identity.
   */
  eSign: boolean | 'licensed'
  /**
   * A note, shown before sending for signature, about who requires paper or more than an electronic
   * signature.
   */
  signingNote?: Words
  /**
   * contract: parties sign at the end; resolution: numbered resolutions, signed by the resolving persons;
   * decision: of one person.
   */
  form: 'contract' | 'resolution' | 'decision'
  /** What the document calls itself, printed for `{this}`: 本合同 / this Contract. */
  self?: Twin
  /**
   * The statement which language prevails in a bilingual document; `{prevailing}` is the name of that
   * language.
   */
  prevailing: Twin
  /** The prevailing language, if the creator cannot choose it. */
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
  /**
   * Advice on values that are lawful but unusual or risky: each is reported with the reason and confirmed
   * once.
   */
  advise?: Rule[]
}
