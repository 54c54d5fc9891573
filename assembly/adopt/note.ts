import type { Words } from '../template/template.ts'
import type { Sides } from '../tree.ts'

/** The locale keys under `documents.adopt.note.` for what a person has to know of what they had put in. */
export const noteKinds = [
  // Values: the field is gone or of another kind; a column of a table is; it stands, and does not fit any
  // more.
  'valueGone',
  'columnGone',
  'valueUnfit',
  // Texts of one's own: their clause is gone, or is prescribed now; they were printed nowhere; the template's
  // words changed.
  'textMoved',
  'textFixed',
  'textGone',
  'textBeside',
  // Choices: the wording is gone; the clause has to stand; what was confirmed is about other texts.
  'wordingGone',
  'mustStand',
  'meantGone',
  // Parties: the role is another one; there is none any more; it does not vote any more; a language is gone.
  'roleOther',
  'roleNone',
  'voteGone',
  'languageGone',
] as const

export interface Note {
  kind: (typeof noteKinds)[number]
  /** In the version before: of a field, a clause, an article; a party's key. */
  id: string
  /** What a field was called. */
  label?: Words
  /** The number a clause had: 3.2. */
  number?: string
  /** As it was printed. */
  text?: Sides<string>
  /** What the new version says in its place. */
  now?: Sides<string>
  /** The id of where it stands now. */
  to?: string
}
