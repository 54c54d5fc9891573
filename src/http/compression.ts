import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Ctx } from './web.ts'

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

type Bytes = Uint8Array<ArrayBuffer>

/** A page as it can travel; each form is made when first asked for. */
export interface Packed {
  html: string
  br?: Bytes
  gzip?: Bytes
}

const MAKERS = {
  br: (html: string): Bytes => new Uint8Array(brotliCompressSync(html, BROTLI)),
  gzip: (html: string): Bytes => new Uint8Array(gzipSync(html, { level: 6 })),
}

/**
 * The page as the browser accepts it. Only for pages without a secret: from the length of a compressed page
 * that also repeats what somebody else chose, its secrets can be guessed (BREACH).
 */
export function sendPacked(c: Ctx, packed: Packed): Response {
  c.header('Vary', 'Accept-Encoding')
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (!encoding) return c.html(packed.html)
  packed[encoding] ??= MAKERS[encoding](packed.html)
  c.header('Content-Encoding', encoding)
  c.header('Content-Type', 'text/html; charset=UTF-8')
  return c.body(packed[encoding])
}
