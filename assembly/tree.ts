import type { MessageKey } from '#views/language/messages.ts'
import type { Check, Grade } from './agreement/finding.ts'
import type { LanguageChoice, Side } from './answers.ts'
import type { Reason } from './rules/leaves.ts'
import type { Words } from './template/template.ts'

/** A part of resolved text. The printed text of a side is the concatenated `text` of its runs. */
export interface Run {
  kind: 'text' | 'field' | 'ref' | 'party'
  text: string
  /** field: the id of the field; ref: the id of the target; party: `key` or `key.attribute`. */
  target?: string
  /** The blank has no value yet; `text` is the printed line. */
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
   * false: the clause was dropped by the creator or left out by its condition. Output skips it, and the
   * editor collapses it.
   */
  kept: boolean
  leftOut?: 'dropped' | 'condition'
  /**
   * Set if the clause's own condition leaves it out: the answers that would include it again if they
   * changed.
   */
  because?: Reason[]
  stale?: Side
  /** The clause is printed bold. */
  emphasis?: true
  text: Sides<Run[]>
  items: ClauseNode[]
  /** The table below the clause's text. */
  table?: TableNode
}

export interface TableNode {
  /** The field that the table prints. */
  field: string
  columns: { id: string; label: Sides<string>; figures?: true }[]
  rows: TableRowNode[]
}

export interface TableRowNode {
  /** `total`, or the id of the row in the answers; '' for a blank row to be filled in by hand. */
  id: string
  total?: true
  cells: TableCell[]
}

export interface TableCell {
  text: Sides<Run[]>
  /** The number of columns that the cell spans; 1 by default. */
  span?: number
}

export interface ArticleNode {
  id: string
  /** The number of the article, counted from 1; 0 if it is unnumbered or nothing of it is kept. */
  number: number
  /** 第三条 / Article 3 */
  label: Sides<string>
  title: Sides<string>
  kept: boolean
  because?: Reason[]
  /** Added by the creator; the title is edited as a custom text is. */
  added?: true
  /** An annex, printed behind the signatures. */
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
  /**
   * 签字 / Signature, 盖章 / Seal, 日期 / Date …; each is a line to be filled in by hand or by electronic signing.
   */
  lines: SignatureLine[]
  /** The party's signatories after the document was sent for signature, each with their own lines. */
  signatories?: { id: string; lines: SignatureLine[] }[]
}

export interface SignatureLine {
  id: 'sign' | 'seal' | 'signer' | 'title' | 'place' | 'date' | 'vote'
  label: Sides<string>
  value: Sides<string>
}

/** The problem of a value, a text or a party. */
export type ProblemKey = MessageKey<'editor.problem'>

/**
 * A point to be resolved before finalising. `at` is the id of a clause, the id of a field, or
 * `party:key.attribute`.
 */
export interface OpenPoint {
  kind: 'required' | 'stale' | 'mismatch' | 'invalid' | 'advice' | 'statutory' | 'machine'
  at: string
  /** The recital, clause or item that contains the point, if any. */
  clause?: string
  /** required, invalid and stale texts: the id of the field, or the attribute of the party. */
  field?: string
  /** Only in a table: the row, counted from 1, and the column. */
  cell?: { row: number; column: string }
  /** mismatch: the differing words of each side. invalid: details as printed (a bound, a mark). */
  detail?: Sides<string>
  /** invalid values, and texts missing in one language: the problem. */
  problem?: ProblemKey
  /**
   * mismatch: the check and the grade. Points that can be confirmed: a hash of the texts or values.
   */
  check?: Check
  grade?: Grade
  contentHash?: string
  /** The problem `rule`, and advice: the rule of the template and its message. */
  rule?: string
  message?: Words
}

/** The note on a copy that has only one of two languages, in that language. */
export interface CopyNote {
  /** Printed next to the title on every page. */
  mark: string
  /** Printed once, in full. */
  text: string
}

export interface DocumentTree {
  languages: LanguageChoice
  /** Absent on the record itself, which is not a copy. */
  copy?: CopyNote
  /** The sides to print, primary first; only one if the document is not bilingual. */
  sides: Side[]
  title: Sides<string>
  /** The name that the creator entered; '' if it is the title, with or without a counter: NDA (2). */
  name: string
  number: string
  /** 编号 / No. */
  numberLabel: Sides<string>
  parties: PartyNode[]
  recitals: ClauseNode[]
  articles: ArticleNode[]
  /** The statement which language prevails; empty if the document is not bilingual. */
  prevailing: Sides<string>
  signatures: SignatureNode[]
  open: OpenPoint[]
  /** Advice and replaced statutory clauses that were confirmed. */
  confirmed?: (OpenPoint & { reason?: string })[]
}
