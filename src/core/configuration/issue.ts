import * as v from 'valibot'

/**
 * Variables whose values may be printed. All others may contain a secret, or a password within an address.
 */
const PRINTABLE_VARIABLES = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'DEMO',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'IMPORT_MAX_MB',
  'IMPORT_MAX_PAGES',
])

/** Describes the problem of a variable in one line. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const name = v.getDotPath(issue) ?? ''
  return `${name} ${issue.message}${PRINTABLE_VARIABLES.has(name) ? `, but is "${String(issue.input)}"` : ''}`
}
