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
 * A structure element of a tagged PDF, for people who cannot see the page. `role` is a standard structure
 * type. Drawn content refers to its element. In reading order, an element's content comes before its
 * children.
 */
export interface Element {
  role: Role
  side: Side
  parts: Element[]
  /** The text decoration, both drawn and tagged. */
  decoration?: 'Underline' | 'LineThrough'
  /** The scope of a TH (table header); by default its row. */
  scope?: 'Column'
  /** Identifier in the file, by which a form field is assigned its place in the reading order. */
  id?: string
  /** For the label of a total: number of columns that it spans. */
  span?: number
}

export function elementOf(role: Role, side: Side, parts: Element[] = []): Element {
  return { role, side, parts }
}

export function partOf(parent: Element, role: Role, side = parent.side): Element {
  const part = elementOf(role, side)
  parent.parts.push(part)
  return part
}

/**
 * The element for one language of a text in several languages; for the language of `parent`, `parent`
 * itself.
 */
export const wordsIn = (parent: Element, side: Side): Element =>
  parent.side === side ? parent : partOf(parent, 'Span', side)

/** Adds a line to a table: its label as a row header, and its value. */
export function lineOf(table: Element): { label: Element; value: Element } {
  const line = partOf(table, 'TR')
  return { label: partOf(line, 'TH'), value: partOf(line, 'TD') }
}
