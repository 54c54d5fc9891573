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
  ].map((name) => sql.ref(name)),
)

/** Compares without regard to case in the database; `words` are in lower case already. */
const holds = (like: string) => sql`(name ilike ${like} or number ilike ${like}
  or counterparty ilike ${like} or counterparty_en ilike ${like} or words like ${like})`

interface Search {
  keyword: string
  among: RawBuilder<unknown>
  order: RawBuilder<unknown>
  most: number
  ordered?: boolean
}

/**
 * The ids of the first `most` documents with the keyword, from the index and from documents not indexed yet.
 * An array, so that no query plan scans all documents of a team.
 */
export function documentsHolding({ teamId }: Viewer, search: Search): RawBuilder<{ id: string }> {
  const having = (pieces: RawBuilder<unknown>) => sql`document.id = any(array(
    select document_id from documents.search where platform.grams(search.team_id, search.words) @> ${pieces}
    union all
    select id from documents.document where team_id = ${teamId} and not searched))`
  const table = sql`documents.document as document`
  return rowsContaining({
    ...search,
    table,
    alias: 'document',
    columns: COLUMNS,
    holds,
    having,
    ownerId: teamId,
  })
}
