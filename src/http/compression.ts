import { randomBytes, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, zstdCompress } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import type { Ctx } from './web.ts'

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

type Bytes = Uint8Array<ArrayBuffer>

/** A page in its encodings; each encoding is computed on first use. */
export interface CompressedPage {
  html: string
  br?: Bytes
  gzip?: Bytes
}

const ENCODERS = {
  br: (html: string): Bytes => new Uint8Array(brotliCompressSync(html, BROTLI)),
  gzip: (html: string): Bytes => new Uint8Array(gzipSync(html, { level: 6 })),
}

/**
 * Sends a public page in an encoding that the browser accepts; each encoding is computed once and cached.
 */
export function sendCompressed(c: Ctx, compressedPage: CompressedPage): Response {
  c.header('Vary', 'Accept-Encoding')
  const encoding = acceptedEncoding(c, ['br', 'gzip'] as const)
  if (!encoding) return c.html(compressedPage.html)
  compressedPage[encoding] ??= ENCODERS[encoding](compressedPage.html)
  c.header('Content-Encoding', encoding)
  c.header('Content-Type', 'text/html; charset=UTF-8')
  return c.body(compressedPage[encoding])
}

/** The first of these encodings that the browser accepts; null if it accepts none. */
export function acceptedEncoding<Name extends string>(c: Ctx, names: readonly Name[]): Name | null {
  const accepted = parseAccept(c.req.header('accept-encoding') ?? '').filter(({ q }) => q > 0)
  return names.find((name) => accepted.some(({ type }) => type === name)) ?? null
}

const zstd = promisify(zstdCompress)
const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** In order of preference, the fastest first; each compresses a page to about a sixth. */
const QUICK_ENCODERS = {
  zstd: (html: string) => zstd(html),
  br: (html: string) => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (html: string) => gzipAsync(html, { level: 1 }),
}
type QuickEncoding = keyof typeof QUICK_ENCODERS

export const quickEncoding = (c: Ctx): QuickEncoding | null => acceptedEncoding(c, ['zstd', 'br', 'gzip'])

export interface EncodedPage {
  encoding: QuickEncoding | null
  bytes: Bytes
}

/**
 * Compresses a page for one reader on another thread; `encoding` comes from `quickEncoding`. A random number
 * of characters hides the page's length: docs/decisions/20261126-private-pages-compressed.md.
 */
export async function encodePrivate(html: string, encoding: QuickEncoding | null): Promise<EncodedPage> {
  if (!encoding) return { encoding, bytes: new TextEncoder().encode(html) }
  return { encoding, bytes: new Uint8Array(await QUICK_ENCODERS[encoding](html + padding())) }
}

const MAX_PADDING = 256

/** A comment of random length at the end of the page; two hexadecimal digits compress to about one byte. */
const padding = () => `<!--${randomBytes(randomInt(MAX_PADDING)).toString('hex')}-->`

/** Sends the result of `encodePrivate`, with the status of the page. */
export function sendEncoded(c: Ctx, { encoding, bytes }: EncodedPage): Response {
  c.header('Vary', 'Accept-Encoding')
  c.header('Content-Type', 'text/html; charset=UTF-8')
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(bytes)
}
