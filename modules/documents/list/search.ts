import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import { rowsContaining } from '#src/db/grams.ts'

const COLUMNS = sql.join(
  [
    'id',
    'team_id',
    'creator_id',
    'deleted_at',
    'kind',
    'stage',
    'updated_at',
    'name',
    'number',
    'counterparty',
    'counterparty_en',
    'words',
    'called',
    'folder_id',
    'archived_at',
  ].map((name) => sql.ref(name)),
)

const holds = (pattern: string) => sql`(called like ${pattern} or words like ${pattern})`

/** Columns that are not folded yet are compared literally. */
const unfolded = {
  are: sql`called = ''`,
  hold: (pattern: string) => sql`(name ilike ${pattern} or number ilike ${pattern}
    or counterparty ilike ${pattern} or counterparty_en ilike ${pattern} or words like ${pattern})`,
}

interface Search {
  keyword: string
  among: RawBuilder<unknown>
  order: RawBuilder<unknown>
  limit: number
  ordered?: boolean
}

/**
 * The ids of the first `limit` documents with the keyword, from the index and from documents not indexed or
 * not folded yet. An array, so that no query plan scans all documents of a team.
 */
export function documentsHolding({ teamId }: Viewer, search: Search): RawBuilder<{ id: string }> {
  const having = (pieces: RawBuilder<unknown>) => sql`document.id = any(array(
    select document_id from documents.search where platform.grams(search.team_id, search.words) @> ${pieces}
    union all
    select id from documents.document where team_id = ${teamId} and not searched
    union all
    select id from documents.document where team_id = ${teamId} and called = ''))`
  const table = sql`documents.document as document`
  return rowsContaining({
    ...search,
    table,
    alias: 'document',
    columns: COLUMNS,
    holds,
    unfolded,
    having,
    ownerId: teamId,
  })
}
