import type * as v from 'valibot'
import { type FormResult, readBytes, readForm, readValues } from './body.ts'
import { AppError } from './errors.ts'
import type { Ctx } from './web.tsx'

const KB = 1024

/** A form with one file, or the same form without one. An empty file field is none. */
export async function readFormWithFile<S extends v.GenericSchema>(
  c: Ctx,
  schema: S,
  field: string,
  largest: number,
): Promise<{ form: FormResult<v.InferOutput<S>>; file: Uint8Array | null }> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) return { form: await readForm(c, schema), file: null }
  const parts = await parse(await readBytes(c, largest + 64 * KB), type)
  const texts = [...parts].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const given = parts.get(field)
  const file = given instanceof File && given.size > 0 ? new Uint8Array(await given.arrayBuffer()) : null
  return { form: readValues(schema, texts), file }
}

async function parse(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    throw new AppError('UNSUPPORTED_TYPE')
  }
}
