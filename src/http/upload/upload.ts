import type * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { type FormResult, readForm, readValues } from '../body.ts'
import type { Ctx } from '../web.ts'

const KB = 1024
const MB = 1024 * KB

/** What a person's camera may make; beyond it nobody is waited for. */
const MOST = 25 * MB

/**
 * A form with files in one of its fields, or the same form without one; an empty file field is none. Of a body
 * beyond `largest` only the beginning is kept, enough for what was typed and for seeing that a file is too large.
 */
export async function readFormWithFiles<S extends v.GenericSchema>(
  c: Ctx,
  schema: S,
  field: string,
  largest: number,
): Promise<{ form: FormResult<v.InferOutput<S>>; files: Uint8Array[]; names: string[] }> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    return { form: await readForm(c, schema), files: [], names: [] }
  const parts = await parse(await readStart(c, largest + 64 * KB, type), type)
  const texts = [...parts].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const given = parts.getAll(field).filter((part) => part instanceof File && part.size > 0) as File[]
  const files = await Promise.all(given.map(async (file) => new Uint8Array(await file.arrayBuffer())))
  return { form: readValues(schema, texts), files, names: given.map(({ name }) => name) }
}

/** The body; of a longer one the first `limit` bytes, closed so that it can be parsed. Throws TOO_LARGE beyond `MOST`. */
async function readStart(c: Ctx, limit: number, type: string): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(c.req.header('content-length') ?? 0) > MOST) throw new AppError('TOO_LARGE')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    if (size < limit) chunks.push(chunk.subarray(0, limit - size))
    size += chunk.byteLength
    if (size > MOST) throw new AppError('TOO_LARGE')
  }
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1] ?? ''
  if (size > limit) chunks.push(Buffer.from(`\r\n--${boundary}--\r\n`))
  return new Uint8Array(Buffer.concat(chunks))
}

async function parse(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    throw new AppError('UNSUPPORTED_TYPE')
  }
}
