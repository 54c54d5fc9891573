import { join } from 'node:path'
import { sql } from 'kysely'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { filesBelow } from '#tests/support/files.ts'

/** A column that contains some of the words, with its row as JSON. */
interface Trace {
  /** The column as schema.table.column. */
  place: string
  word: string
  row: string
}

interface Words {
  /** Texts that count anywhere, in upper or lower case. */
  texts: string[]
  /** Names that count as whole words only. */
  names: string[]
}

/**
 * Every column of every table, of the job queue too, that contains one of these words as text or as bytes.
 */
export async function tracesIn(db: Db, words: Words): Promise<Trace[]> {
  const patterns = patternsOf(words)
  const traces: Trace[] = []
  for (const table of await tablesOf(db)) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} as t`.execute(db)
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row)) {
        const text = JSON.stringify(value)
        const match = patterns.find(([, pattern]) => pattern.test(text))
        if (match) traces.push({ place: `${table}.${column}`, word: match[0], row: JSON.stringify(row) })
      }
  }
  return traces
}

/** The keys of all files in the store. */
export function storedFiles(): string[] {
  const folder = join(config.DATA_DIR, 'files/')
  return filesBelow(folder).map((path) => path.slice(folder.length))
}

/** The first of the words that a text contains, if any. */
export const findWord = (words: Words, text: string) =>
  patternsOf(words).find(([, pattern]) => pattern.test(text))?.[0]

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function patternsOf({ texts, names }: Words): [string, RegExp][] {
  const hex = (word: string) => Buffer.from(word).toString('hex')
  return [
    ...texts.map((word): [string, RegExp] => [word, new RegExp(`${escaped(word)}|${hex(word)}`, 'i')]),
    ...names.map((word): [string, RegExp] => [word, new RegExp(`\\b${escaped(word)}\\b`, 'i')]),
  ]
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname || '.' || relname as name from pg_class join pg_namespace as s on s.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`.execute(db)
  return rows.map(({ name }) => name)
}
