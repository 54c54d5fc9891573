import * as v from 'valibot'
import { notFound } from '#src/core/errors.ts'
import { cleanText, forbiddenCharacter, forbiddenCharacterMessage } from '#src/core/text/clean-text.ts'
import type { Db } from '#src/db/db.ts'
import { cleanPicture, type PictureType } from '#src/files/pictures/picture.ts'
import { getFile } from '#src/jobs/storage.ts'
import { dynamicKey, type MessageKey } from '#views/language/messages.ts'

const MB = 1024 * 1024
const MAX_PICTURE_SIZE = 5 * MB
/** The maximum size of a PDF, in bytes. */
export const MAX_PDF_SIZE = 20 * MB

/** The file of a message; a message has one at most. */
export interface Attachment {
  type: PictureType | 'pdf'
  /** The sender's file name, with the extension of its real type. */
  name: string
  bytes: Uint8Array
}

/** The rules for document names apply, because the recipient downloads the file under this name. */
const FileName = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(100, 'chat.problem.fileNameLong'),
  v.regex(/^[^/\\:*"<>|?]*$/, 'chat.problem.fileName'),
)

/** The attached file, the locale key of its problem, or null. */
export function readAttachment(files: Uint8Array[], names: string[]): Attachment | MessageKey | null {
  if (files.length > 1) return 'chat.problem.oneFile'
  const [bytes] = files
  if (!bytes) return null
  const name = cleanText(names[0] ?? '')
  const badCharacter = forbiddenCharacter(name)
  if (badCharacter) return forbiddenCharacterMessage(badCharacter)
  const parsedName = v.safeParse(FileName, name)
  if (!parsedName.success) return dynamicKey(parsedName.issues[0].message)
  const file = readFile(bytes)
  if (typeof file === 'string') return file
  return { ...file, name: `${parsedName.output.replace(/\.[^.]*$/, '') || 'file'}.${file.type}` }
}

/** Identifies the type by the first bytes; removes metadata from a picture, and leaves a PDF unchanged. */
function readFile(bytes: Uint8Array): Omit<Attachment, 'name'> | MessageKey {
  const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
  if (isPdf) return bytes.length > MAX_PDF_SIZE ? 'chat.problem.fileSize' : { type: 'pdf', bytes }
  if (bytes.length > MAX_PICTURE_SIZE) return 'chat.problem.pictureSize'
  return cleanPicture(bytes) ?? 'chat.problem.fileType'
}

export const filePrefix = (conversationId: string) => `chat/${conversationId}`

export const fileKey = (conversationId: string, seq: number) => `${filePrefix(conversationId)}/${seq}`

/** The file of a message. Throws NOT_FOUND. */
export async function findFile(db: Db, conversationId: string, seq: number): Promise<Attachment> {
  const row = await db
    .selectFrom('chat.message')
    .select(['file_type', 'file_name'])
    .where('conversation_id', '=', conversationId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (!row?.file_type) return notFound()
  return { type: row.file_type, name: row.file_name!, bytes: await getFile(db, fileKey(conversationId, seq)) }
}
