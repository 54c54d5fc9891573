import type { Answers, Party, Side } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import type { DocumentTree } from '#assembly/tree.ts'

export type PartyText = Exclude<keyof Party, 'key' | 'identity' | 'role' | 'stale'>

/** Where in a table, the id of whose field stands beside it. */
export interface CellPlace {
  row: string
  column: string
}

/**
 * A text that somebody wrote and that can be replaced. A text that is the same on both sides has no `side`.
 */
export type Source =
  | { kind: 'custom'; id: string; side: Side; mark: number }
  | { kind: 'text'; id: string; side?: Side; cell?: CellPlace }
  /** A number, a date and the like: printed from a value. */
  | { kind: 'value'; id: string; cell?: CellPlace }
  | { kind: 'party'; id: string; attribute: PartyText }

/**
 * A stretch of a printed text that somebody wrote. `skip`: so many characters of the source are not printed
 * before it.
 */
export interface SourceStretch {
  from: number
  to: number
  skip: number
  source: Source
}

/** One text on one side, as the paper shows it. */
export interface PrintedText {
  /** What finds it on the paper. */
  place: string
  /** The clause it is of, where it is of one. */
  clause?: string
  side: Side
  text: string
  parts: SourceStretch[]
}

export interface Opened {
  template: Template
  answers: Answers
  tree: DocumentTree
}
