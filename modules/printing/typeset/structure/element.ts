import type { Side } from '#assembly/answers.ts'

type Role =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Span'

/**
 * A part of a document as those are told it who do not see the page, by its standard role in a tagged PDF.
 * What is drawn of it names it; its own words come before its parts.
 */
export interface Element {
  role: Role
  side: Side
  parts: Element[]
  /** How its words are marked, for the eye and for the tags. */
  decoration?: 'Underline' | 'LineThrough'
  /** Of a TH: what it heads, its row where nothing is said. */
  scope?: 'Column'
  /** Of the label of a total: how many columns it takes. */
  span?: number
}

export function elementOf(role: Role, side: Side, parts: Element[] = []): Element {
  return { role, side, parts }
}

export function partOf(whole: Element, role: Role, side = whole.side): Element {
  const part = elementOf(role, side)
  whole.parts.push(part)
  return part
}

/**
 * Where the words of one language stand in what is said in several: that of the first language has them as
 * its own.
 */
export const wordsIn = (whole: Element, side: Side): Element =>
  whole.side === side ? whole : partOf(whole, 'Span', side)

/** A line of a table: its label, which heads the line, and its value. */
export function lineOf(table: Element): { label: Element; value: Element } {
  const line = partOf(table, 'TR')
  return { label: partOf(line, 'TH'), value: partOf(line, 'TD') }
}
