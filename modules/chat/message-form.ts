import type * as v from 'valibot'
import { mediaType } from '#src/core/pictures/picture.ts'
import type { FormResult, Problems } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { readFormWithFiles } from '#src/http/upload.ts'
import type { Ctx } from '#src/http/web.ts'
import { type Attachment, LARGEST, readAttachment } from './attachment.ts'
import { MessageForm, type NewMessage } from './message.ts'

/** What somebody sends in a conversation: words, a file, or both. */
export const readMessage = (c: Ctx): Promise<FormResult<NewMessage>> => readSent(c, MessageForm)

/** The same with more fields beside it. */
export async function readSent<S extends v.GenericSchema<unknown, { words: string }>>(
  c: Ctx,
  schema: S,
): Promise<FormResult<v.InferOutput<S> & { file: Attachment | null }>> {
  const { form, files, names } = await readFormWithFiles(c, schema, 'file', LARGEST)
  const file = readAttachment(files, names)
  const problems: Problems = form.ok ? {} : form.problems
  if (typeof file === 'string') problems.file = file
  if (form.ok && !form.output.words && !file) problems.words = 'common.problem.required'
  if (!form.ok || typeof file === 'string' || Object.keys(problems).length)
    return { ok: false, problems, values: form.values }
  return { ok: true, output: { ...form.output, file }, values: form.values }
}

export const sendFile = (c: Ctx, { type, name, bytes }: Attachment) =>
  sendAttachment(c, name, mediaType(type), bytes)
