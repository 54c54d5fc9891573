import * as v from 'valibot'
import { DocumentName } from '#assembly/characters/document-name.ts'
import { notFound } from '#src/core/errors.ts'
import { cleanText, forbiddenCharacter, forbiddenCharacterMessage } from '#src/core/text/clean-text.ts'
import type { Db } from '#src/db/db.ts'
import { cleanPicture, mediaType } from '#src/files/pictures/picture.ts'
import { getFile, putFile } from '#src/jobs/storage.ts'
import { knownHash } from '#src/jobs/stored-file.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { ConsultationFileTable, Side } from './schema.ts'

const MB = 1024 * 1024
const MAX_PICTURE_BYTES = 5 * MB
/** The maximum size of all files of one message, in bytes. */
export const MAX_FILE_BYTES = 20 * MB
const MAX_FILES = 3

export interface Attachment extends Pick<ConsultationFileTable, 'type' | 'name'> {
  bytes: Uint8Array
}

/** The attachments, or the locale key of the problem. */
export function readAttachments(files: Uint8Array[], names: string[]): Attachment[] | MessageKey {
  if (files.length > MAX_FILES) return 'consultation.problem.files'
  if (files.reduce((sum, { length }) => sum + length, 0) > MAX_FILE_BYTES)
    return 'consultation.problem.fileSize'
  const readFiles = files.map((bytes, index) => readAttachment(bytes, names[index] ?? ''))
  const problem = readFiles.find((one) => typeof one === 'string')
  return problem ?? (readFiles as Attachment[])
}

function readAttachment(bytes: Uint8Array, fileName: string): Attachment | MessageKey {
  const name = cleanText(fileName)
  const badCharacter = forbiddenCharacter(name)
  if (badCharacter) return forbiddenCharacterMessage(badCharacter)
  const documentName = v.safeParse(DocumentName, name.replace(/\.[^.]*$/, '') || 'file')
  if (!documentName.success) return `consultation.problem.${name.length > 100 ? 'fileNameLong' : 'fileName'}`
  const file = readBytes(bytes)
  return typeof file === 'string' ? file : { ...file, name: `${documentName.output}.${file.type}` }
}

/** Detects the type from the bytes. Pictures are cleaned; other files stay unchanged. */
function readBytes(bytes: Uint8Array): Omit<Attachment, 'name'> | MessageKey {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-') return { type: 'pdf', bytes }
  if (isWord(bytes)) return { type: 'docx', bytes }
  const picture = cleanPicture(bytes)
  if (!picture) return 'consultation.problem.fileType'
  return bytes.length > MAX_PICTURE_BYTES ? 'consultation.problem.pictureSize' : picture
}

/**
 * Whether the bytes are a Word package without macros: the names of its parts are uncompressed in the zip
 * file.
 */
function isWord(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (
    content.subarray(0, 4).toString('latin1') === 'PK\x03\x04' &&
    content.includes('word/document.xml') &&
    !content.includes('vbaProject.bin')
  )
}

export const filesOf = (id: string) => `consultations/${id}`
export const keyOf = (id: string, number: number) => `${filesOf(id)}/${number}`

export const typeOf = ({ type }: Pick<Attachment, 'type'>) => mediaType(type)

/** Stores files for a request whose row the caller has locked. */
export async function storeFiles(trx: Db, id: string, side: Side, files: Attachment[]) {
  const { last: lastNumber } = await trx
    .selectFrom('consultations.file')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
    .where('consultation_id', '=', id)
    .executeTakeFirstOrThrow()
  for (const [index, { type, name, bytes }] of files.entries()) {
    const number = lastNumber + 1 + index
    const row = { consultation_id: id, number, side, type, name, size: bytes.length, document_id: null }
    await trx.insertInto('consultations.file').values(row).execute()
    await putFile(trx, keyOf(id, number), bytes)
  }
}

/** Whether this side has sent all of these files before. */
export async function wereSentBefore(trx: Db, { side }: { side: Side }, id: string, files: Attachment[]) {
  const sentFiles = await trx
    .selectFrom('consultations.file')
    .select(['name', 'size'])
    .where('consultation_id', '=', id)
    .where('side', '=', side)
    .execute()
  return files.every(({ name, bytes }) =>
    sentFiles.some((one) => one.name === name && one.size === bytes.length),
  )
}

/** A file of a request that the caller has found for its viewer. Throws NOT_FOUND. */
export async function openFile(db: Db, id: string, number: number): Promise<Attachment> {
  const row = await db
    .selectFrom('consultations.file')
    .select(['type', 'name', knownHash(keyOf(id, number)).as('sha256')])
    .where('consultation_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) return notFound()
  const { sha256, ...file } = row
  return { ...file, bytes: await getFile(db, keyOf(id, number), sha256 ?? undefined) }
}

/** The number of a file in an address; the first file by default. */
export const readNumber = (text: string | undefined): number =>
  text === undefined ? 1 : /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
