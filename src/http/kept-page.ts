import { LRUCache } from 'lru-cache'
import { config } from '#src/core/config.ts'
import { contentPolicy } from './security.ts'
import { type Ctx, pathWithQuery } from './web.ts'

type Bytes = Uint8Array<ArrayBuffer>

const pages = new LRUCache<string, Bytes>({
  maxSize: 16_000_000,
  sizeCalculation: ({ length }) => length + 1,
})

/** For tests, whose configuration changes. */
export const forgetKeptPages = () => pages.clear()

/**
 * A page of one reader that reads the same until `reads` changes: rendered and encoded once, and sent
 * uncompressed, since it is not everybody's. As an open page it has no nonce: only files of this site may run
 * on it.
 */
export async function keptPage(c: Ctx, reads: string, render: () => Promise<Response>): Promise<Response> {
  const key = JSON.stringify([pathWithQuery(c), c.var.locale, reads])
  c.set('nonce', '')
  const kept = config.viteDev ? undefined : pages.get(key)
  const html = kept ?? new Uint8Array(await (await render()).arrayBuffer())
  if (!kept) pages.set(key, html)
  c.header('Content-Security-Policy', contentPolicy())
  c.header('Content-Type', 'text/html; charset=UTF-8')
  return c.body(html)
}
