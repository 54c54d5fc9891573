import type { Words } from '../template/template.ts'
import type { Sides } from '../tree.ts'

/** The kinds of notes; each is a locale key under `documents.adopt.note.`. */
export const noteKinds = [
  // The field was removed or changed its type.
  'valueGone',
  // A computed field was removed; custom texts keep the amount that they printed.
  'computedGone',
  // A column of a table was removed or changed.
  'columnGone',
  // The value was carried over but is now invalid.
  'valueUnfit',
  // The clause of a custom text was removed; the text became an added clause.
  'textMoved',
  // The clause of a custom text is now prescribed; the text became an added clause.
  'textFixed',
  // A custom text that was not printed has no place in the new version.
  'textGone',
  // The custom text stays, but the template's text has changed.
  'textBeside',
  // The chosen alternative was removed.
  'wordingGone',
  // A dropped clause is now mandatory.
  'mustStand',
  // A finding was acknowledged for texts that have changed.
  'meantGone',
  // The role of a party changed.
  'roleOther',
  // The role of a party was removed.
  'roleNone',
  // The role of a party no longer votes.
  'voteGone',
  // The new version lacks a language of the document.
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
