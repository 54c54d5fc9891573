import { LRUCache } from 'lru-cache'
import { config } from '#src/core/config.ts'
import { type EncodedPage, encodePrivate, quickEncoding, sendEncoded } from './compression.ts'
import { contentPolicy } from './security.ts'
import { type Ctx, pathWithQuery } from './web.ts'

const pages = new LRUCache<string, EncodedPage>({
  maxSize: 16_000_000,
  sizeCalculation: ({ bytes }) => bytes.length + 1,
})

/** For tests, which change the configuration. */
export const clearCachedPages = () => pages.clear()

/**
 * A cached page for one reader, rendered and compressed again when `cacheKey` changes. It has no nonce, as a
 * public page (open-page.ts), so only script files of this site can run on it.
 */
export async function cachedPage(
  c: Ctx,
  cacheKey: string,
  render: () => Promise<Response>,
): Promise<Response> {
  const encoding = quickEncoding(c)
  const key = JSON.stringify([pathWithQuery(c), c.var.locale, encoding, cacheKey])
  c.set('nonce', '')
  const cached = config.viteDev ? undefined : pages.get(key)
  const encoded = cached ?? (await encodePrivate(await (await render()).text(), encoding))
  if (!cached) pages.set(key, encoded)
  c.header('Content-Security-Policy', contentPolicy())
  return sendEncoded(c, encoded)
}
