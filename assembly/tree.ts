import type { MessageKey } from '#views/language/messages.ts'
import type { Check, Grade } from './agreement/finding.ts'
import type { LanguageChoice, Side } from './answers.ts'
import type { Reason } from './rules/leaves.ts'
import type { Words } from './template/template.ts'

/** A piece of resolved text. Concatenating `text` of a side's runs gives exactly what is printed. */
export interface Run {
  kind: 'text' | 'field' | 'ref' | 'party'
  text: string
  /** field: the field's id; ref: the target's id; party: `key` or `key.attribute`. */
  of?: string
  /** The blank is still empty; `text` is then the printed blank line. */
  empty?: true
}

export type Sides<T> = Record<Side, T>

export type ClauseState = 'template' | 'alternative' | 'custom'

export interface ClauseNode {
  id: string
  /** '3.1', '(2)', or '' when it is not printed or is a recital. The same on both sides. */
  number: string
  state: ClauseState
  /** false: dropped by the creator or left out by its condition; renderers skip it, the editor folds it. */
  kept: boolean
  leftOut?: 'dropped' | 'condition'
  /** Left out by a condition of its own: what brings it back when it is changed. */
  because?: Reason[]
  stale?: Side
  /** Printed bold. */
  emphasis?: true
  text: Sides<Run[]>
  items: ClauseNode[]
  /** What stands below its text. */
  table?: TableNode
}

export interface TableNode {
  /** The field that it prints. */
  field: string
  columns: { id: string; label: Sides<string>; figures?: true }[]
  rows: TableRowNode[]
}

export interface TableRowNode {
  /** `total`, or what the row is called in the answers; '' of one that is only there to be filled. */
  id: string
  total?: true
  cells: TableCell[]
}

export interface TableCell {
  text: Sides<Run[]>
  /** How many columns it takes; one where nothing is said. */
  span?: number
}

export interface ArticleNode {
  id: string
  /** 1-based; 0 when nothing in it is kept. */
  number: number
  /** 第三条 / Article 3 */
  label: Sides<string>
  title: Sides<string>
  kept: boolean
  because?: Reason[]
  /** The creator's own, with a title that is written like a custom text. */
  added?: true
  /** Printed behind the signatures. */
  annex?: true
  stale?: Side
  clauses: ClauseNode[]
}

export interface PartyNode {
  key: string
  /** 甲方 / Party A */
  label: Sides<string>
  role: Sides<string>
  name: Sides<string>
  /** Label and value pairs as printed in the party block, without empty ones. */
  lines: { id: string; label: Sides<string>; value: Sides<string> }[]
}

export interface SignatureNode {
  key: string
  label: Sides<string>
  name: Sides<string>
  /** 签字 / Signature, 盖章 / Seal, 日期 / Date …; each is a line to fill by hand or by e-signing. */
  lines: SignatureLine[]
  /** Who signs for the party, once it is sent out to be signed: each has lines of their own. */
  signatories?: { id: string; lines: SignatureLine[] }[]
}

export interface SignatureLine {
  id: 'sign' | 'seal' | 'signer' | 'title' | 'place' | 'date' | 'vote'
  label: Sides<string>
  value: Sides<string>
}

/** What is wrong with a value, a text or a party. */
export type ProblemKey = MessageKey<'editor.problem'>

/** Something to settle before finalising. `at` is the id of a clause, a field, or `party:key.attribute`. */
export interface OpenPoint {
  kind: 'required' | 'stale' | 'mismatch' | 'invalid'
  at: string
  /** The clause, item or recital in which it stands, where it stands in one. */
  clause?: string
  /** required, invalid, a stale text: the field id or party attribute. */
  field?: string
  /** Of a table: in which of its rows, from 1, and which column. */
  cell?: { row: number; column: string }
  /** mismatch: what differs, by side. invalid: what is wrong with it, as printed (a bound, a mark). */
  detail?: Sides<string>
  /** invalid, and what a text lacks in one language: which problem. */
  problem?: ProblemKey
  /** mismatch: what was compared, how sure it is, and in which texts. */
  check?: Check
  grade?: Grade
  of?: string
  /** Of the problem `rule`: which rule of the template, and what it says. */
  rule?: string
  message?: Words
}

/** What a copy in one of two languages says of itself, in that language. */
export interface CopyNote {
  /** Beside the title on every page. */
  mark: string
  /** Once, and in full. */
  text: string
}

export interface DocumentTree {
  languages: LanguageChoice
  /** The record has none. */
  copy?: CopyNote
  /** The sides to print, primary first; one when the document is not bilingual. */
  sides: Side[]
  title: Sides<string>
  /** What its creator calls it; '' where that is the title, with or without a counter: NDA (2). */
  name: string
  number: string
  /** 编号 / No. */
  numberLabel: Sides<string>
  parties: PartyNode[]
  recitals: ClauseNode[]
  articles: ArticleNode[]
  /** The line about which language prevails; empty when not bilingual. */
  prevailing: Sides<string>
  signatures: SignatureNode[]
  open: OpenPoint[]
}
