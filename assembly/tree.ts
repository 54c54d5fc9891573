import type { MessageKey } from '#views/language/messages.ts'
import type { Check, Grade } from './agreement/finding.ts'
import type { LanguageChoice, Side } from './answers.ts'
import type { Reason } from './rules/leaves.ts'
import type { Words } from './template/template.ts'

/** A piece of resolved text. The concatenated `text` of a side's runs is exactly the printed text. */
export interface Run {
  kind: 'text' | 'field' | 'ref' | 'party'
  text: string
  /** field: the field's id; ref: the target's id; party: `key` or `key.attribute`. */
  of?: string
  /** The blank is still empty; `text` is then the printed line. */
  empty?: true
}

export type Sides<T> = Record<Side, T>

export type ClauseState = 'template' | 'alternative' | 'custom'

export interface ClauseNode {
  id: string
  /** '3.1', '(2)', or '' for an unprinted part or a recital. Equal on both sides. */
  number: string
  state: ClauseState
  /**
   * false: dropped by the creator or left out by its condition. Output skips it, and the editor collapses it.
   */
  kept: boolean
  leftOut?: 'dropped' | 'condition'
  /** Set when its own condition leaves it out: the answers that would bring it back if changed. */
  because?: Reason[]
  stale?: Side
  /** Printed bold. */
  emphasis?: true
  text: Sides<Run[]>
  items: ClauseNode[]
  /** The table below its text. */
  table?: TableNode
}

export interface TableNode {
  /** The field that it prints. */
  field: string
  columns: { id: string; label: Sides<string>; figures?: true }[]
  rows: TableRowNode[]
}

export interface TableRowNode {
  /** `total`, or the row's id in the answers; '' for a blank row to fill in by hand. */
  id: string
  total?: true
  cells: TableCell[]
}

export interface TableCell {
  text: Sides<Run[]>
  /** The number of columns it spans; 1 by default. */
  span?: number
}

export interface ArticleNode {
  id: string
  /** 1-based; 0 when it is unnumbered, or no part of it is kept. */
  number: number
  /** 第三条 / Article 3 */
  label: Sides<string>
  title: Sides<string>
  kept: boolean
  because?: Reason[]
  /** Added by the creator; its title is edited like a custom text. */
  added?: true
  /** Printed behind the signatures. */
  annex?: true
  /** Printed without numbers; the label is empty. */
  unnumbered?: true
  /** The next article begins on a new page. */
  pageBreak?: 'after'
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
  /** The party's signatories, once it is sent for signature, each with their own lines. */
  signatories?: { id: string; lines: SignatureLine[] }[]
}

export interface SignatureLine {
  id: 'sign' | 'seal' | 'signer' | 'title' | 'place' | 'date' | 'vote'
  label: Sides<string>
  value: Sides<string>
}

/** The problem of a value, a text or a party. */
export type ProblemKey = MessageKey<'editor.problem'>

/** Something to resolve before finalising. `at` is the id of a clause, a field, or `party:key.attribute`. */
export interface OpenPoint {
  kind: 'required' | 'stale' | 'mismatch' | 'invalid' | 'advice' | 'statutory' | 'machine'
  at: string
  /** The clause, item or recital that contains it, if any. */
  clause?: string
  /** For required, invalid and stale texts: the field id or party attribute. */
  field?: string
  /** For a table: the row, counted from 1, and the column. */
  cell?: { row: number; column: string }
  /** mismatch: the differing words, by side. invalid: details as printed (a bound, a mark). */
  detail?: Sides<string>
  /** For invalid values and for texts missing in one language: the problem. */
  problem?: ProblemKey
  /** mismatch: the check, its certainty. What can be confirmed: a hash of the texts or values. */
  check?: Check
  grade?: Grade
  of?: string
  /** For the problem `rule` and for advice: the template's rule and its message. */
  rule?: string
  message?: Words
}

/** The note on a copy in one of two languages, in that language. */
export interface CopyNote {
  /** Printed beside the title on every page. */
  mark: string
  /** Printed once, in full. */
  text: string
}

export interface DocumentTree {
  languages: LanguageChoice
  /** Missing for the record itself. */
  copy?: CopyNote
  /** The sides to print, primary first; one when the document is not bilingual. */
  sides: Side[]
  title: Sides<string>
  /** The name that the creator gave; '' when it is the title, with or without a counter: NDA (2). */
  name: string
  number: string
  /** 编号 / No. */
  numberLabel: Sides<string>
  parties: PartyNode[]
  recitals: ClauseNode[]
  articles: ArticleNode[]
  /** The statement which language prevails; empty when the document is not bilingual. */
  prevailing: Sides<string>
  signatures: SignatureNode[]
  open: OpenPoint[]
  /** Advice and replaced statutory clauses that were confirmed. */
  confirmed?: (OpenPoint & { reason?: string })[]
}
