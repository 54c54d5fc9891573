export const COLOURS = ['grey', 'red', 'blue', 'green', 'yellow', 'brown'] as const
export type Colour = (typeof COLOURS)[number]

/** A document is in one folder at most and has any number of tags. */
export const LABEL_KINDS = ['folder', 'tag'] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

/** A folder or a tag of a team. */
export interface LabelTable {
  id: string
  team_id: string
  kind: LabelKind
  name: string
  /** The colour of a tag; folders are grey. */
  colour: Colour
  created_at: Date
}

export interface TaggedTable {
  document_id: string
  tag_id: string
}

/** A filter of the list that a person saved under a name. */
export interface SavedViewTable {
  id: string
  team_id: string
  account_id: string
  name: string
  /** The filter as in the list's address. */
  query: string
  created_at: Date
}

export interface FilingTables {
  'documents.label': LabelTable
  'documents.tagged': TaggedTable
  'documents.saved_view': SavedViewTable
}
