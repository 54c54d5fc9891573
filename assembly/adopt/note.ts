import type { Words } from '../template/template.ts'
import type { Sides } from '../tree.ts'

/** Locale keys under `documents.adopt.note.`, one for each kind of note to the person. */
export const noteKinds = [
  // Values: the field was removed or has another type; a column of a table was removed; the value was
  // carried but is invalid now.
  'valueGone',
  'columnGone',
  'valueUnfit',
  // Custom texts: their clause is gone or is now prescribed; they were not printed; the template's words
  // changed.
  'textMoved',
  'textFixed',
  'textGone',
  'textBeside',
  // Choices: the alternative is gone; the clause is now mandatory; an acknowledged finding is about other
  // texts.
  'wordingGone',
  'mustStand',
  'meantGone',
  // Parties: the role changed; the role is gone; the role no longer votes; a language is gone.
  'roleOther',
  'roleNone',
  'voteGone',
  'languageGone',
] as const

export interface AdoptionNote {
  kind: (typeof noteKinds)[number]
  /** Id in the old version of a field, clause or article; or a party's key. */
  id: string
  /** The label of a field in the old version. */
  label?: Words
  /** The number of a clause in the old version, such as 3.2. */
  number?: string
  /** The text as printed. */
  text?: Sides<string>
  /** The new version's text in its place. */
  now?: Sides<string>
  /** The id of the part of the new version that now contains it. */
  to?: string
}
