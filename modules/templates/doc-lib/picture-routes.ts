import { gunzipSync } from 'node:zlib'
import { AppError } from '#src/core/errors.ts'
import { isLocale } from '#src/core/i18n.ts'
import { acceptedEncoding } from '#src/http/compression.ts'
import { type Ctx, routes } from '#src/http/web.ts'
import { findTemplate } from '../library.ts'
import { firstPage, firstPageThumbnail } from './picture.ts'

export const pictureRoutes = routes()

/** The URL contains the version, so browsers may cache the picture for a day. */
const CACHE_FOR_A_DAY = 'private, max-age=86400'

/** Throws NOT_FOUND for an unknown template or language, and GONE for a retired template. */
function templateAndLocale(c: Ctx) {
  const { locale = c.var.locale } = c.req.query()
  if (!isLocale(locale)) throw new AppError('NOT_FOUND')
  return [findTemplate(c.req.param('id') ?? ''), locale] as const
}

pictureRoutes.get('/mgmt/doc-lib/:id/first-page', async (c) => {
  const picture = await firstPage(...templateAndLocale(c))
  c.header('Cache-Control', CACHE_FOR_A_DAY)
  c.header('Content-Type', 'image/svg+xml')
  c.header('Vary', 'Accept-Encoding')
  // The picture contains no secret, so compressing it reveals nothing.
  if (!acceptedEncoding(c, ['gzip'])) return c.body(new Uint8Array(gunzipSync(picture)))
  c.header('Content-Encoding', 'gzip')
  return c.body(picture)
})

pictureRoutes.get('/mgmt/doc-lib/:id/thumbnail', async (c) => {
  const picture = await firstPageThumbnail(...templateAndLocale(c))
  c.header('Cache-Control', CACHE_FOR_A_DAY)
  c.header('Content-Type', 'image/webp')
  return c.body(picture)
})
