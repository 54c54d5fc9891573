import { translate } from '#src/core/i18n.ts'
import type { Ctx } from '#src/http/web.ts'
import type { Document } from '../document.ts'
import { downloadName } from './final-files.ts'

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** As an attachment under the document's name, in both spellings of RFC 6266; the name of a signed or a compared file says so. */
export function sendFile(
  c: Ctx,
  document: Pick<Document, 'name' | 'number'>,
  ending: string,
  bytes: Uint8Array,
  mark?: 'signed' | 'compared',
) {
  const marked = mark ? ` ${translate(c.var.locale)(`documents.fileMark.${mark}`)}` : ''
  const name = downloadName(document, `${marked}.${ending}`)
  const plain = name.replace(/[^\x20-\x7e]|[%;"]/g, '_')
  c.header('Content-Type', TYPES[ending]!)
  c.header('Content-Disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(name)}`)
  c.header('Content-Security-Policy', `sandbox; default-src 'none'; frame-ancestors 'none'`)
  return c.body(new Uint8Array(bytes))
}

function encodeRfc5987(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
