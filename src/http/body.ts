import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { cleanText, forbiddenCharacter, forbiddenCharacterMessage } from '#src/core/text/clean-text.ts'
import { dynamicKey, type MessageKey } from '#views/language/messages.ts'
import type { Ctx } from './web.ts'

const KB = 1024

/** Reads at most `limit` bytes, ignoring Content-Length; throws TOO_LARGE if there are more. */
export async function readBytes(c: Ctx, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (Number(c.req.header('content-length') ?? 0) > limit) throw new AppError('TOO_LARGE')
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new AppError('TOO_LARGE')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

export async function readBody(c: Ctx, limit: number): Promise<string> {
  if (c.var.bodyText !== undefined) return withinLimit(c.var.bodyText, limit)
  return new TextDecoder('utf-8', { fatal: false }).decode(await readBytes(c, limit))
}

/** Applies the limit to a body that was already read to check its signature. */
function withinLimit(text: string, limit: number): string {
  if (Buffer.byteLength(text) > limit) throw new AppError('TOO_LARGE')
  return text
}

export const FORM = 'application/x-www-form-urlencoded'
export const JSON_TYPE = 'application/json'

/** The media type of the body, without its parameters. */
export function bodyType(c: Ctx): string | undefined {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
}

function requireType(c: Ctx, type: string) {
  if (bodyType(c) !== type) throw new AppError('UNSUPPORTED_TYPE')
}

/** Submitted values by field name, shown again next to the problems. */
export type Values = Record<string, string>
/** Locale keys of the problems, by field name. */
export type Problems = Record<string, MessageKey>

/** The state of a form that is shown again. */
export interface FormState {
  values?: Values
  problems?: Problems
  /** Values for the placeholders in the problems' messages. */
  details?: Record<string, string | number>
}

export type FormResult<T> =
  | { ok: true; output: T; values: Values }
  | { ok: false; problems: Problems; values: Values }

/** Reads a form and validates it by `schema`, whose messages are locale keys. Drops unknown fields. */
export async function readForm<S extends v.GenericSchema>(
  c: Ctx,
  schema: S,
  limit = 64 * KB,
): Promise<FormResult<v.InferOutput<S>>> {
  requireType(c, FORM)
  return readValues(schema, [...new URLSearchParams(await readBody(c, limit))])
}

/** Reads the form of a button, which has no fields. */
export const requireForm = (c: Ctx) => readForm(c, v.object({}))

/** Checks the values of a form, from whichever source they were read. */
export function readValues<S extends v.GenericSchema>(
  schema: S,
  fields: [string, string][],
): FormResult<v.InferOutput<S>> {
  const values: Values = Object.fromEntries(fields.map(([name, text]) => [name, cleanText(text)]))
  const parsed = v.safeParse(schema, values)
  const refused = refusals(schema, values)
  if (parsed.success && Object.keys(refused).length === 0) return { ok: true, output: parsed.output, values }
  return { ok: false, problems: { ...problemsOf(parsed.issues ?? []), ...refused }, values }
}

/**
 * The problems of values with a forbidden character. Fields that are not in the schema are dropped anyway.
 */
function refusals(schema: v.GenericSchema, values: Values): Problems {
  const knownFields = 'entries' in schema ? Object.keys(schema.entries as object) : Object.keys(values)
  return Object.fromEntries(
    knownFields.flatMap((name) => {
      const character = forbiddenCharacter(values[name] ?? '')
      return character ? [[name, forbiddenCharacterMessage(character)]] : []
    }),
  )
}

/** For forms whose rules depend on their values. */
export const AnyForm = v.record(v.string(), v.string())

/**
 * Reads JSON, cleans its texts and checks it by `schema`. Throws INVALID_FIELD with the path of the first
 * invalid field.
 */
export async function readJson<S extends v.GenericSchema>(c: Ctx, schema: S, limit = 512 * KB) {
  requireType(c, JSON_TYPE)
  const parsed = v.safeParse(schema, parseJson(await readBody(c, limit)))
  if (parsed.success) return parsed.output as v.InferOutput<S>
  const { message } = parsed.issues[0]
  const field = v.getDotPath(parsed.issues[0]) ?? ''
  // Our messages are locale keys; those of the library are sentences.
  throw new AppError('INVALID_FIELD', { field }, message.includes(' ') ? undefined : dynamicKey(message))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      if (key === '__proto__') return undefined
      return typeof value === 'string' ? cleanText(value) : value
    })
  } catch {
    throw new AppError('INVALID_FIELD', { field: 'body' })
  }
}

/** The first problem of each field, in valibot's order. */
export function problemsOf(issues: readonly v.BaseIssue<unknown>[]): Problems {
  const problems: Problems = {}
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? 'form'
    problems[field] ??= dynamicKey(issue.message)
  }
  return problems
}
