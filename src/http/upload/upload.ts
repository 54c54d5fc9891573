import type * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { type FormResult, readForm, readValues } from '../body.ts'
import type { Ctx } from '../web.ts'
import { type FormPart, readParts } from './multipart.ts'

const KB = 1024
const MB = 1024 * KB

/** The size of the largest photo of a camera; larger uploads are aborted. */
const MAX_UPLOAD = 25 * MB
/** The maximum size of the texts in a form with files; no form accepts more. */
const MAX_TEXTS = 64 * KB

/**
 * Reads a form with files in one of its fields, or without files. A field without a chosen file counts as
 * absent; an empty file is passed on, for the caller to refuse. Only the first `maxBytes` + 1 bytes of a
 * file are read, which shows the caller that a file is too large. Throws TOO_LARGE beyond `MAX_UPLOAD`.
 */
export async function readFormWithFiles<S extends v.GenericSchema>(
  c: Ctx,
  schema: S,
  field: string,
  maxBytes: number,
): Promise<{ form: FormResult<v.InferOutput<S>>; files: Uint8Array[]; names: string[] }> {
  const { form, files } = await readFormWithFields(c, schema, [field], maxBytes)
  return { form, files: files.map(({ bytes }) => bytes), names: files.map(({ name }) => name) }
}

export interface UploadedFile {
  field: string
  bytes: Uint8Array
  name: string
}

/** As `readFormWithFiles`, with files in several fields. */
export async function readFormWithFields<S extends v.GenericSchema>(
  c: Ctx,
  schema: S,
  fields: readonly string[],
  maxBytes: number,
): Promise<{ form: FormResult<v.InferOutput<S>>; files: UploadedFile[] }> {
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? ''))
    return { form: await readForm(c, schema), files: [] }
  if (Number(c.req.header('content-length') ?? 0) > MAX_UPLOAD) throw new AppError('TOO_LARGE')
  const texts: [string, string][] = []
  const files: UploadedFile[] = []
  const progress = { size: 0 }
  for await (const part of readParts(c)) {
    const bytes = await readStart(
      part,
      part.fileName === null ? maxBytes + MAX_TEXTS : maxBytes + 1,
      progress,
    )
    if (part.fileName === null) texts.push([part.name, bytes.toString('utf8')])
    else if (fields.includes(part.name) && (part.fileName || bytes.length))
      files.push({ field: part.name, bytes: new Uint8Array(bytes), name: part.fileName })
  }
  return { form: readValues(schema, texts), files }
}

/** Reads the beginning of a part; discards the rest. */
async function readStart({ content }: FormPart, max: number, progress: { size: number }): Promise<Buffer> {
  const chunks: Buffer[] = []
  let remaining = max
  for await (const chunk of content) {
    progress.size += chunk.length
    if (progress.size > MAX_UPLOAD) throw new AppError('TOO_LARGE')
    // Copies the chunk, because it is a view of a larger buffer.
    if (remaining > 0) chunks.push(Buffer.from(chunk.subarray(0, remaining)))
    remaining -= chunk.length
  }
  return Buffer.concat(chunks)
}
