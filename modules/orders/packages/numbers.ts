import * as v from 'valibot'
import type { Problems, Values } from '#src/http/body.ts'

/**
 * The numbers of a package: accounts, monthly uses of each kind, and storage in bytes, which forms ask for in
 * MB.
 */
export const AMOUNT_KEYS = ['seats', 'documents_1', 'documents_2', 'esigns', 'storage'] as const

export const MB = 1024 * 1024

/** A whole number up to `max`; null if empty. */
const number = (max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.regex(/^\d{0,9}$/, 'common.problem.format'),
    v.check((text) => Number(text) <= max, 'desk.problem.tooMuch'),
    v.transform((text) => (text === '' ? null : Number(text))),
  )

/** The form fields of the numbers. */
export const NUMBER_FIELDS = {
  seats: number(10_000),
  documents_1: number(100_000),
  documents_2: number(100_000),
  esigns: number(100_000),
  storage: v.pipe(
    number(10_000_000),
    v.transform((size) => (size === null ? null : size * MB)),
  ),
}

/** The problems of missing numbers, by field. */
export function missingNumbers(values: Values): Problems {
  const missingNames = AMOUNT_KEYS.filter((name) => !(values[name] ?? '').trim())
  return Object.fromEntries(missingNames.map((name) => [name, 'common.problem.required']))
}
