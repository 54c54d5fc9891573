import * as v from 'valibot'
import { cleanText, forbiddenCharacter, forbiddenCharacterMessage } from '#src/core/text/clean-text.ts'
import type { Problems, Values } from '#src/http/body.ts'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import type { Ctx } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { MAX_SOURCE_BYTES } from './draft.ts'

type SourceFormResult =
  | { ok: true; yaml: string; values: Values }
  | { ok: false; values: Values; problems: Problems }

const SourceForm = v.object({ yaml: v.optional(v.string(), ''), revision: v.optional(v.string()) })

/** The source of a template, typed or uploaded; an uploaded file takes precedence. */
export async function readSource(c: Ctx): Promise<SourceFormResult> {
  const { form, files } = await readFormWithFiles(c, SourceForm, 'file', 2 * MAX_SOURCE_BYTES)
  const { values } = form
  const [file] = files
  const text = file ? decodeFile(file) : (values.yaml ?? '')
  const problem = text === null ? 'publishing.problem.encoding' : problemOf(text)
  if (!problem) return { ok: true, yaml: text!, values }
  return { ok: false, values, problems: { [file ? 'file' : 'yaml']: problem } }
}

function decodeFile(bytes: Uint8Array): string | null {
  try {
    return cleanText(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}

function problemOf(text: string): MessageKey | null {
  if (!text.trim()) return 'publishing.problem.empty'
  if (Buffer.byteLength(text) > MAX_SOURCE_BYTES) return 'publishing.problem.large'
  const character = forbiddenCharacter(text)
  return character ? forbiddenCharacterMessage(character) : null
}
