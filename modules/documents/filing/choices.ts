import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Colour, LabelKind } from './schema.ts'

/** A folder or tag to choose. */
export interface Label {
  id: string
  kind: LabelKind
  name: string
  colour: Colour
}

export interface SavedView {
  id: string
  name: string
  query: string
}

/** In a query: the team's folders and tags, and the viewer's saved views. */
export const filingChoices = (db: Db, { id, teamId }: Viewer) => ({
  labels: jsonArrayFrom(
    db
      .selectFrom('documents.label')
      .select(['id', 'kind', 'name', 'colour'])
      .where('team_id', '=', teamId)
      .orderBy(sql`name collate documents.by_name`),
  ),
  views: jsonArrayFrom(
    db
      .selectFrom('documents.saved_view')
      .select(['id', 'name', 'query'])
      .where('account_id', '=', id)
      .where('team_id', '=', teamId)
      .orderBy('created_at')
      .orderBy('id'),
  ),
})

/** In a query: the tags of a document. */
export const tagsOf = (db: Db, documentId: ReturnType<typeof sql<string>>) =>
  jsonArrayFrom(
    db
      .selectFrom('documents.tagged as tagged')
      .innerJoin('documents.label as label', 'label.id', 'tagged.tag_id')
      .select(['label.id', 'label.kind', 'label.name', 'label.colour'])
      .where('tagged.document_id', '=', documentId)
      .orderBy(sql`label.name collate documents.by_name`),
  )
