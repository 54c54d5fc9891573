import type { Side } from '#assembly/answers.ts'
import { translate } from '#src/core/i18n.ts'
import { mediaType } from '#src/files/pictures/picture.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import type { Ctx } from '#src/http/web.ts'

/** What a document's files are named after. */
interface Named {
  name: string
  number: string
}

/** The file name of a document's file; characters that a file name must not contain become `_`. */
export function downloadName(document: Named, ending: string): string {
  return `${document.name} ${document.number}${ending}`.replace(/[/\\:*"<>|?\p{Cc}]/gu, '_')
}

/** Sends a file under the document's name, marked when it is signed, compared or in one language. */
export function sendFile(
  c: Ctx,
  document: Named,
  ending: 'pdf' | 'docx',
  bytes: Uint8Array,
  mark?: 'signed' | 'certificate' | 'compared' | Side,
) {
  const marked = mark ? ` ${translate(c.var.locale)(`documents.fileMark.${mark}`)}` : ''
  return sendAttachment(c, downloadName(document, `${marked}.${ending}`), mediaType(ending), bytes)
}
