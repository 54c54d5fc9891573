import type { QueryConfig } from 'pg'

const MOST = 500
const names = new Map<string, string | undefined>()

/**
 * A read under a name of its own, which each connection parses and plans once. What varies without end (a
 * list of another length each time) stays nameless after the first few hundred.
 */
export function prepared(text: string, values?: unknown[]): QueryConfig {
  if (!names.has(text) && names.size < MOST)
    names.set(text, isLasting(text) ? `read ${names.size}` : undefined)
  return { name: names.get(text), text, values }
}

/**
 * Whether a plan made once goes on to fit: that of a table's `*` fails once a migration has added a column.
 */
function isLasting(text: string): boolean {
  if (!text.startsWith('select ')) return false
  const stars = [...text.matchAll(/"(\w+)"\.\*|(?:select|,) \*/g)]
  return stars.every(([, alias]) => alias !== undefined && text.includes(`) as "${alias}"`))
}
