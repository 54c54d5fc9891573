import type { QueryConfig } from 'pg'

const MOST = 500
const names = new Map<string, string>()

/**
 * A read under a name of its own, which each connection parses and plans once. What varies without end (a list of
 * another length each time) stays nameless after the first few hundred; `select *` always does, since a plan under
 * a name fails once a migration has added a column.
 */
export function prepared(text: string, values?: unknown[]): QueryConfig {
  if (!text.startsWith('select ') || text.includes('*')) return { text, values }
  const name = names.get(text) ?? (names.size < MOST ? `read ${names.size + 1}` : undefined)
  if (name) names.set(text, name)
  return { name, text, values }
}
