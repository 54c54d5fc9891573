import { type RawBuilder, sql } from 'kysely'
import { containing } from './patterns.ts'

/** What is found so often among so many rows, many rows hold. */
const PROBE = { rows: 200, found: 4 }
/** So many rows are then read in order before the index of pieces is asked. */
const NEAR = 1000
const LONGEST = 3

/** What a row is found by: its texts in lower case, one a line. */
export const wordsOf = (...texts: string[]): string => texts.join('\n').toLowerCase()

/**
 * Pieces that cover the keyword, as `platform.grams` makes them of an owner's rows: three characters each, or all there
 * are. Those that overlap would find little less, and each costs the reading of all that have it.
 */
function piecesOf(ownerId: string, keyword: string): string[] {
  const characters = [...keyword]
  const last = Math.max(0, characters.length - LONGEST)
  const starts = Array.from({ length: Math.ceil(last / LONGEST) + 1 }, (_, n) => Math.min(LONGEST * n, last))
  const pieces = starts.map((start) => characters.slice(start, start + LONGEST).join(''))
  return [...new Set(pieces.map((piece) => ownerId.slice(-6) + piece))]
}

interface Search {
  table: RawBuilder<unknown>
  /** All that conditions and readers ask for, `words` among them. */
  columns: RawBuilder<unknown>
  /** Which rows are looked among; `owner` is the column of theirs that the index begins with. */
  among: RawBuilder<unknown>
  owner: RawBuilder<unknown>
  ownerId: string
  keyword: string
  order: RawBuilder<unknown>
  most: number
  /** False where it is enough to have some `most` of them, and nothing of how many there are. */
  ordered?: boolean
}

/**
 * The first `most` rows whose `words` hold the keyword, as a table of these columns and of `found`, how many there are
 * in all, where that came to light. What many rows hold, as a few at the beginning tell, is found among the first in
 * order; what few hold, by the index of pieces, and all of it is then put into order. The last part is fenced in, so
 * that no plan, made before the keyword is known, takes a whole owner's rows for the smaller number.
 */
export function holding<Row>(search: Search): RawBuilder<Row & { found: number | null }> {
  const { table, columns, among, owner, ownerId, order, most, ordered = true } = search
  const keyword = search.keyword.toLowerCase()
  const holds = sql`words like ${containing(keyword)}`
  const near = sql`(select count(*) from near)`
  const common = sql`(select count(*) from probe) = ${sql.lit(PROBE.found)}`
  return sql`(
    with probe as materialized (
      select from (
        select words from ${table} where ${among} order by ${order} limit ${sql.lit(PROBE.rows)}
      ) as nearest
      where ${holds} limit ${sql.lit(PROBE.found)}
    ), near as materialized (
      select ${columns} from (
        select ${columns} from ${table} where ${among} order by ${order}
        limit case when ${common} then ${sql.lit(NEAR)} else 0 end
      ) as nearest
      where ${holds} limit ${most}
    )
    select ${columns}, null::bigint as found from near where ${near} = ${most}
    union all
    (select ${columns}, ${ordered ? sql`count(*) over ()` : sql`null::bigint`} from (
      select ${columns} from ${table}
      where platform.grams(${owner}, words) @> ${piecesOf(ownerId, keyword)}::text[] and ${near} < ${most} offset 0
    ) as far
    where ${among} and ${holds} ${ordered ? sql`order by ${order}` : sql``} limit ${most})
  )`
}
