import type { Side } from '#assembly/answers.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import { shortened } from '#src/files/entry-names.ts'
import { mediaType } from '#src/files/pictures/picture.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import type { Ctx } from '#src/http/web.ts'

/** The parts of a document's file names. */
interface NamedDocument {
  name: string
  number: string
}

/** The name of a document's file for download; characters that file names must not contain become `_`. */
export function downloadName(document: NamedDocument, ending: string): string {
  const name = shortened(document.name, 150)
  return `${name} ${shortened(document.number, 60)}${ending}`.replace(/[/\\:*"<>|?\p{Cc}]/gu, '_')
}

type FileMark = 'signed' | 'certificate' | 'compared' | Side

/** The name of a document's file; it says whether the file is signed, compared or in one language. */
export function fileNameOf(
  document: NamedDocument,
  ending: 'pdf' | 'docx',
  locale: Locale,
  mark?: FileMark,
): string {
  const markWord = mark ? ` ${translate(locale)(`documents.fileMark.${mark}`)}` : ''
  return downloadName(document, `${markWord}.${ending}`)
}

export const sendFile = (
  c: Ctx,
  document: NamedDocument,
  ending: 'pdf' | 'docx',
  bytes: Uint8Array,
  mark?: FileMark,
) => sendAttachment(c, fileNameOf(document, ending, c.var.locale, mark), mediaType(ending), bytes)
