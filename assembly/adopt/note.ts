import type { Words } from '../template/template.ts'
import type { Sides } from '../tree.ts'

/** The kinds of notes; each is a locale key under `documents.adopt.note.`. */
export const noteKinds = [
  // Values: the field was removed or changed its type; a column of a table was removed; the value was
  // carried over but is now invalid.
  'valueGone',
  'columnGone',
  'valueUnfit',
  // Custom texts: their clause was removed or is now prescribed; they were not printed; the template's text
  // changed.
  'textMoved',
  'textFixed',
  'textGone',
  'textBeside',
  // Choices: the alternative was removed; the clause is now mandatory; an acknowledged finding is about
  // other texts.
  'wordingGone',
  'mustStand',
  'meantGone',
  // Parties: the role changed or was removed; the role no longer votes. Languages: one was removed.
  'roleOther',
  'roleNone',
  'voteGone',
  'languageGone',
] as const

export interface AdoptionNote {
  kind: (typeof noteKinds)[number]
  /** The id of a field, clause or article in the old version, or the key of a party. */
  id: string
  /** The label of a field in the old version. */
  label?: Words
  /** The number of a clause in the old version, such as 3.2. */
  number?: string
  /** The text of the clause or value as it was printed. */
  text?: Sides<string>
  /** The text that the new version prints in this place. */
  now?: Sides<string>
  /** The id of the part of the new version that now contains the text. */
  to?: string
}
