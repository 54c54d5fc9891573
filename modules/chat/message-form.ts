import type * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { mediaType } from '#src/files/pictures/picture.ts'
import type { FormResult, Problems } from '#src/http/body.ts'
import { answer, sendAttachment, wantsJson } from '#src/http/envelope.ts'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { type Attachment, MAX_PDF_SIZE, readAttachment } from './attachment.ts'
import { MessageForm, type NewMessage } from './message.ts'

/** Reads a message of a conversation: text, a file, or both. */
export const readMessage = (c: Ctx): Promise<FormResult<NewMessage>> => readMessageForm(c, MessageForm)

/** Reads a message with additional fields. */
export async function readMessageForm<S extends v.GenericSchema<unknown, { words: string }>>(
  c: Ctx,
  schema: S,
): Promise<FormResult<v.InferOutput<S> & { file: Attachment | null }>> {
  const { form, files, names } = await readFormWithFiles(c, schema, 'file', MAX_PDF_SIZE)
  const file = readAttachment(files, names)
  const problems: Problems = form.ok ? {} : form.problems
  if (typeof file === 'string') problems.file = file
  if (form.ok && !form.output.words && !file) problems.words = 'common.problem.required'
  if (!form.ok || typeof file === 'string' || Object.keys(problems).length) {
    if (wantsJson(c)) throwProblem(problems)
    return { ok: false, problems, values: form.values }
  }
  return { ok: true, output: { ...form.output, file }, values: form.values }
}

export const sendFile = (c: Ctx, { type, name, bytes }: Attachment) =>
  sendAttachment(c, name, mediaType(type), bytes)

/** Reports the problem to the island, which shows it beside the message. */
function throwProblem(problems: Problems): never {
  const [[field, words]] = Object.entries(problems) as [[string, MessageKey]]
  throw new AppError('INVALID_FIELD', { field }, words)
}

/**
 * The response to a message: the island stays on the page, a plain form is redirected to the conversation.
 */
export const afterMessage = (c: Ctx, path: string) => (wantsJson(c) ? answer(c, null, 201) : goTo(c, path))
