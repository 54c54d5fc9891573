import { randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type InputType,
  zstdCompress,
} from 'node:zlib'
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

/** An open page as the browser accepts it: compressed once, as tightly as can be. */
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

/** In order of preference: the fastest first. All of them make about a sixth of a page. */
const QUICK: [string, (html: InputType) => Promise<Uint8Array>][] = [
  ['zstd', promisify(zstdCompress)],
  ['br', (html) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })],
  ['gzip', (html) => promisify(gzip)(html, { level: 1 })],
]

export interface Encoded {
  encoding: string | null
  bytes: Bytes
}

/** The encoding that a browser accepts and that is fastest to make; null where it accepts none. */
export const quickEncoding = (c: Ctx): string | null => {
  const accepted = (c.req.header('accept-encoding') ?? '').split(',').map((one) => one.split(';')[0]!.trim())
  return QUICK.find(([name]) => accepted.includes(name))?.[0] ?? null
}

/**
 * A page of one reader, compressed on another thread; `encoding` is one of `quickEncoding`. A random number
 * of characters hides its length: docs/decisions/20261126-private-pages-compressed.md.
 */
export async function encodePrivate(html: string, encoding: string | null): Promise<Encoded> {
  const compress = QUICK.find(([name]) => name === encoding)?.[1]
  if (!compress) return { encoding: null, bytes: new TextEncoder().encode(html) }
  return { encoding, bytes: new Uint8Array(await compress(html + padding())) }
}

const MOST_PADDING = 256

/** Characters that do not compress, in a comment at the end. */
function padding(): string {
  const characters = Array.from({ length: randomInt(MOST_PADDING) }, () => randomInt(36).toString(36))
  return `<!--${characters.join('')}-->`
}

/** Sends what `encodePrivate` made, with the status that the page has. */
export function sendEncoded(c: Ctx, { encoding, bytes }: Encoded): Response {
  c.header('Vary', 'Accept-Encoding')
  c.header('Content-Type', 'text/html; charset=UTF-8')
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(bytes)
}
