import type { Side } from '#assembly/answers.ts'
import { translate } from '#src/core/i18n.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import type { Ctx } from '#src/http/web.ts'
import type { Document } from '../document.ts'
import { downloadName } from './final-files.ts'

export const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const TYPES: Record<string, string> = { pdf: 'application/pdf', docx: WORD }

/** Sends a file under the document's name, marked when it is signed, compared or in one language. */
export function sendFile(
  c: Ctx,
  document: Pick<Document, 'name' | 'number'>,
  ending: string,
  bytes: Uint8Array,
  mark?: 'signed' | 'compared' | Side,
) {
  const marked = mark ? ` ${translate(c.var.locale)(`documents.fileMark.${mark}`)}` : ''
  return sendAttachment(c, downloadName(document, `${marked}.${ending}`), TYPES[ending]!, bytes)
}
