import { type RawBuilder, sql } from 'kysely'
import { foldText, searchWords } from '#src/core/text/fold.ts'
import { likePattern } from './patterns.ts'

/**
 * A keyword that occurs `found` times in the first `rows` rows is frequent. A piece that occurs in all of
 * the first `limit` rows does not narrow the search.
 */
const PROBE = { rows: 100, found: 2, limit: 40 }
/** The number of rows that are read in order before the index of pieces is used. */
const MAX_ROWS_IN_ORDER = 1000
const GRAM_LENGTH = 3
const MAX_PIECES = 10

/** The searchable text of a row: its texts folded, one per line. */
export const wordsOf = (...texts: string[]): string => foldText(texts.join('\n'))

/** The pieces of all words together, those of the longest words first. */
function piecesOf(words: string[]): string[] {
  const wordPieces = words.toSorted((one, other) => other.length - one.length).map(piecesOfWord)
  return [...new Set(wordPieces.flat())].slice(0, MAX_PIECES)
}

/**
 * The pieces of a word, as `platform.grams` makes them for an owner's rows: three characters each, or fewer
 * in a shorter word, spread over a long keyword. Overlapping pieces are cheap and selective: the index scans
 * only the rarest piece and looks the others up, and each excluded row need not be read.
 */
function piecesOfWord(word: string): string[] {
  const characters = [...word]
  const starts = Math.max(1, characters.length - GRAM_LENGTH + 1)
  const step = Math.ceil(starts / MAX_PIECES)
  const pieces = Array.from({ length: Math.ceil(starts / step) }, (_, n) => n * step)
  return [...new Set(pieces.map((start) => characters.slice(start, start + GRAM_LENGTH).join('')))]
}

/**
 * The pieces to search in the index: without those that occur in all of the first rows, if others remain.
 * Scanning all rows with "ext" costs much more than reading the few with "17@".
 */
function selectivePieces(ownerId: string, pieces: string[]): RawBuilder<unknown> {
  const allPieces = sql`unnest(${pieces}::text[]) as piece`
  const grams = (condition: RawBuilder<unknown>) =>
    sql`array(select ${ownerId.slice(-6)} || piece from ${allPieces} where ${condition})`
  if (pieces.length === 1) return grams(sql`true`)
  const first = sql`(select words from nearest limit ${sql.lit(PROBE.limit)})`
  const isSelective = sql`exists (select from ${first} as first where position(piece in words) = 0)`
  return sql`coalesce(nullif(${grams(isSelective)}, '{}'), ${grams(sql`true`)})`
}

interface Search {
  table: RawBuilder<unknown>
  /** The alias that qualifies the columns. */
  alias?: string
  /** All columns that conditions and readers need, including `words`. */
  columns: RawBuilder<unknown>
  /** The rows to search. */
  among: RawBuilder<unknown>
  /** The rows that contain all of these pieces, found by an index; it may return more rows. */
  having: (pieces: RawBuilder<unknown>) => RawBuilder<unknown>
  ownerId: string
  keyword: string
  /**
   * Whether a row contains a folded word of the keyword, as a `like` pattern; by default `words` is
   * searched.
   */
  holds?: (like: string) => RawBuilder<unknown>
  /** The rows that are not folded yet, and whether such a row contains a word literally, in lower case. */
  unfolded?: { are: RawBuilder<unknown>; hold: (like: string) => RawBuilder<unknown> }
  order: RawBuilder<unknown>
  limit: number
  /** False if any `limit` rows are enough and their total number is not needed. */
  ordered?: boolean
}

function conditionOf({ keyword, holds, unfolded }: Search, words: string[]): RawBuilder<unknown> {
  const containsAll = (parts: string[], hold: (like: string) => RawBuilder<unknown>) =>
    parts.length
      ? sql`(${sql.join(
          parts.map((word) => hold(likePattern(word))),
          sql` and `,
        )})`
      : sql`true`
  const folded = containsAll(words, holds ?? ((like) => sql`words like ${like}`))
  if (!unfolded) return folded
  const typedWords = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  return sql`(${folded} or (${unfolded.are} and ${containsAll(typedWords, unfolded.hold)}))`
}

/**
 * The first `limit` rows whose `words` contain each word of the keyword, as a table of these columns and of
 * `found`, the total number of such rows if known. If a probe of the first rows shows that the keyword is
 * frequent, the rows are searched in the order of the list; otherwise by the index of pieces, and then
 * sorted. The last part is a separate subquery, so that the planner, which does not know the keyword, cannot
 * scan all rows of an owner.
 */
export function rowsContaining<Row>(search: Search): RawBuilder<Row & { found: number | null }> {
  const { table, columns, among, having, ownerId, order, limit, ordered = true } = search
  const keywords = searchWords(search.keyword)
  const rows = sql.ref(search.alias ?? 'found')
  const holds = conditionOf(search, keywords)
  const nearCount = sql`(select count(*) from near)`
  const isCommon = sql`(select count(*) from probe) = ${sql.lit(PROBE.found)}`
  return sql`(
    with nearest as materialized (
      select ${columns} from ${table} where ${among} order by ${order} limit ${sql.lit(PROBE.rows)}
    ), probe as materialized (
      select from nearest as ${rows} where ${holds} limit ${sql.lit(PROBE.found)}
    ), near as materialized (
      select ${columns} from (
        select ${columns} from ${table} where ${among} order by ${order}
        limit case when ${isCommon} then ${sql.lit(MAX_ROWS_IN_ORDER)} else 0 end
      ) as ${rows}
      where ${holds} limit ${limit}
    )
    select ${columns}, null::bigint as found from near as ${rows} where ${nearCount} = ${limit}
    union all
    (select ${columns}, ${ordered ? sql`count(*) over ()` : sql`null::bigint`} from (
      select ${columns} from ${table} where ${having(selectivePieces(ownerId, piecesOf(keywords)))} and ${nearCount} < ${limit} offset 0
    ) as ${rows}
    where ${among} and ${holds} ${ordered ? sql`order by ${order}` : sql``} limit ${limit})
  )`
}
