import { LRUCache } from 'lru-cache'
import { config } from '#src/core/config.ts'
import { type CompressedPage, sendCompressed } from './compression.ts'
import { CONSENT_COOKIE, readCookie } from './cookies.ts'
import { contentPolicy } from './security.ts'
import type { Ctx } from './web.ts'

/** Longer addresses are unusual, and their pages are not worth caching. */
const MAX_ADDRESS = 200
const pages = new LRUCache<string, CompressedPage>({ max: 300 })

/** For tests, which change the configuration. */
export const clearOpenPages = () => pages.clear()

/**
 * A page that is identical for all readers of a language, rendered and compressed again when `cacheKey`
 * changes. It has no nonce, which would differ in each response, so only script files of this site can run
 * on it.
 */
export async function openPage(c: Ctx, cacheKey: string, render: () => Promise<Response>): Promise<Response> {
  const { pathname, search } = new URL(c.req.url)
  const address = pathname + search
  const asksCookies = readCookie(c, CONSENT_COOKIE) === undefined
  const key = JSON.stringify([address, c.var.locale, asksCookies, c.var.banners, cacheKey])
  const cached = config.viteDev ? undefined : pages.get(key)
  c.set('nonce', '')
  const compressedPage = cached ?? { html: await (await render()).text() }
  if (!cached && address.length <= MAX_ADDRESS) pages.set(key, compressedPage)
  c.header('Content-Security-Policy', contentPolicy())
  return sendCompressed(c, compressedPage)
}
