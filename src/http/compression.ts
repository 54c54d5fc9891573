import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Ctx } from './web.ts'

/** Quick rather than small: it is done for every request. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * The page as the browser accepts it. Only for pages without a secret: from the length of a compressed page that
 * also repeats what somebody else chose, its secrets can be guessed (BREACH).
 */
export function packedHtml(c: Ctx, html: string, status: 200): Response {
  c.header('Vary', 'Accept-Encoding')
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (!encoding) return c.html(html, status)
  c.header('Content-Encoding', encoding)
  c.header('Content-Type', 'text/html; charset=UTF-8')
  const bytes = encoding === 'br' ? brotliCompressSync(html, BROTLI) : gzipSync(html, { level: 5 })
  return c.body(new Uint8Array(bytes), status)
}
