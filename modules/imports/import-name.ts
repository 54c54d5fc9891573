import * as v from 'valibot'
import { ImportedName } from '#assembly/characters/document-name.ts'
import { cleanText, forbiddenCharacter, forbiddenCharacterMessage } from '#src/core/text/clean-text.ts'
import { dynamicKey, type MessageKey } from '#views/language/messages.ts'

const MAX_NAME_LENGTH = 100

/** Problems of document names for which file names have a separate text. */
const WORDS: Record<string, MessageKey> = {
  'common.problem.required': 'documents.import.problem.name',
  'documents.problem.name': 'documents.import.problem.name',
  'common.problem.tooLong': 'documents.import.problem.nameLong',
}

/** Makes a document's name from a file name, or returns the locale key of the problem. */
export function readFileName(fileName: string): { name: string } | { problem: MessageKey } {
  const name = cleanText(fileName)
  const badCharacter = forbiddenCharacter(name)
  if (badCharacter) return { problem: forbiddenCharacterMessage(badCharacter) }
  if (name.length > MAX_NAME_LENGTH) return { problem: 'documents.import.problem.nameLong' }
  const result = v.safeParse(ImportedName, name.replace(/\.pdf$/i, ''))
  if (result.success) return { name: result.output }
  const { message } = result.issues[0]
  return { problem: WORDS[message] ?? dynamicKey(message) }
}
