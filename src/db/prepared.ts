import type { QueryConfig } from 'pg'

const MAX_NAMES = 500
const names = new Map<string, string | undefined>()

/**
 * Names a read statement, so that each connection parses and plans it once. Statements of unlimited variety,
 * for example with lists of any length, get no name after the first few hundred.
 */
export function prepared(text: string, values?: unknown[]): QueryConfig {
  if (!names.has(text) && names.size < MAX_NAMES)
    names.set(text, isLasting(text) ? `read ${names.size}` : undefined)
  return { name: names.get(text), text, values }
}

/** Whether a plan remains valid: the plan of a `select *` fails after a migration has added a column. */
function isLasting(text: string): boolean {
  if (!text.startsWith('select ')) return false
  const stars = [...text.matchAll(/"(\w+)"\.\*|(?:select|,) \*/g)]
  return stars.every(([, alias]) => alias !== undefined && text.includes(`) as "${alias}"`))
}
