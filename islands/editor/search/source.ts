import type { Answers, Party, Side } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import type { DocumentTree } from '#assembly/tree.ts'

export type PartyText = Exclude<keyof Party, 'key' | 'identity' | 'role' | 'stale'>

/** A cell of a table, whose field id is stored beside it. */
export interface CellPlace {
  row: string
  column: string
}

/** An editable text in which matches can be replaced. It has no `side` if it is equal on both sides. */
export type Source =
  | { kind: 'custom'; id: string; side: Side; mark: number }
  | { kind: 'text'; id: string; side?: Side; cell?: CellPlace }
  /** A number, a date or another printed value. */
  | { kind: 'value'; id: string; cell?: CellPlace }
  | { kind: 'party'; id: string; attribute: PartyText }

/**
 * The editable part of a printed text. `skip`: the number of characters of the source that come before it
 * and are not printed.
 */
export interface SourceRange {
  from: number
  to: number
  skip: number
  source: Source
}

/** One text on one side, as the paper shows it. */
export interface PrintedText {
  /** The id by which the paper's element is found. */
  place: string
  /** The clause that contains the text, if any. */
  clause?: string
  side: Side
  text: string
  parts: SourceRange[]
}

export interface SearchedDocument {
  template: Template
  answers: Answers
  tree: DocumentTree
}
