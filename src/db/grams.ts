import { type RawBuilder, sql } from 'kysely'
import { containing } from './patterns.ts'

/**
 * What is found so often among so many rows, many rows hold; a piece that all of so many have tells nothing.
 */
const PROBE = { rows: 100, found: 2, most: 40 }
/** So many rows are then read in order before the index of pieces is asked. */
const NEAR = 1000
const LONGEST = 3
const MOST_PIECES = 10

/** What a row is found by: its texts in lower case, one a line. */
export const wordsOf = (...texts: string[]): string => texts.join('\n').toLowerCase()

/**
 * Pieces of the keyword, as `platform.grams` makes them of an owner's rows: three characters each, or all
 * there are, spread over a long one. Those that overlap tell much at little cost: the index walks through the
 * rarest and only looks the others up, and each row that it leaves out need not be read.
 */
function piecesOf(keyword: string): string[] {
  const characters = [...keyword]
  const starts = Math.max(1, characters.length - LONGEST + 1)
  const step = Math.ceil(starts / MOST_PIECES)
  const pieces = Array.from({ length: Math.ceil(starts / step) }, (_, n) => n * step)
  return [...new Set(pieces.map((start) => characters.slice(start, start + LONGEST).join('')))]
}

/**
 * The pieces that the index is asked for: without those that each of the first rows has, where there are
 * others. To read through all that have "ext" costs far more than to look at the few that have "17@".
 */
function telling(ownerId: string, pieces: string[]): RawBuilder<unknown> {
  const all = sql`unnest(${pieces}::text[]) as piece`
  const grams = (which: RawBuilder<unknown>) =>
    sql`array(select ${ownerId.slice(-6)} || piece from ${all} where ${which})`
  if (pieces.length === 1) return grams(sql`true`)
  const first = sql`(select words from nearest limit ${sql.lit(PROBE.most)})`
  const tells = sql`exists (select from ${first} as first where position(piece in words) = 0)`
  return sql`coalesce(nullif(${grams(tells)}, '{}'), ${grams(sql`true`)})`
}

interface Search {
  table: RawBuilder<unknown>
  /** What columns may be qualified by. */
  alias?: string
  /** All that conditions and readers ask for, `words` among them. */
  columns: RawBuilder<unknown>
  /** Which rows are looked among. */
  among: RawBuilder<unknown>
  /** Which rows have all of these pieces, by an index, and perhaps more. */
  having: (pieces: RawBuilder<unknown>) => RawBuilder<unknown>
  ownerId: string
  keyword: string
  /** Whether a row holds the keyword, for `like`, in lower case; else its `words` are looked at. */
  holds?: (like: string) => RawBuilder<unknown>
  order: RawBuilder<unknown>
  most: number
  /** False where it is enough to have some `most` of them, and nothing of how many there are. */
  ordered?: boolean
}

/**
 * The first `most` rows whose `words` hold the keyword, as a table of these columns and of `found`, how many
 * there are in all, where that came to light. What many rows hold, as a few at the beginning tell, is found
 * among the first in order; what few hold, by the index of pieces, and all of it is then put into order. The
 * last part is fenced in, so that no plan, made before the keyword is known, takes a whole owner's rows for
 * the smaller number.
 */
export function holding<Row>(search: Search): RawBuilder<Row & { found: number | null }> {
  const { table, columns, among, having, ownerId, order, most, ordered = true } = search
  const keyword = search.keyword.toLowerCase()
  const rows = sql.ref(search.alias ?? 'found')
  const like = containing(keyword)
  const holds = search.holds?.(like) ?? sql`words like ${like}`
  const near = sql`(select count(*) from near)`
  const common = sql`(select count(*) from probe) = ${sql.lit(PROBE.found)}`
  return sql`(
    with nearest as materialized (
      select ${columns} from ${table} where ${among} order by ${order} limit ${sql.lit(PROBE.rows)}
    ), probe as materialized (
      select from nearest as ${rows} where ${holds} limit ${sql.lit(PROBE.found)}
    ), near as materialized (
      select ${columns} from (
        select ${columns} from ${table} where ${among} order by ${order}
        limit case when ${common} then ${sql.lit(NEAR)} else 0 end
      ) as ${rows}
      where ${holds} limit ${most}
    )
    select ${columns}, null::bigint as found from near as ${rows} where ${near} = ${most}
    union all
    (select ${columns}, ${ordered ? sql`count(*) over ()` : sql`null::bigint`} from (
      select ${columns} from ${table} where ${having(telling(ownerId, piecesOf(keyword)))} and ${near} < ${most} offset 0
    ) as ${rows}
    where ${among} and ${holds} ${ordered ? sql`order by ${order}` : sql``} limit ${most})
  )`
}
