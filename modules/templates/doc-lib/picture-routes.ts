import { gunzipSync } from 'node:zlib'
import { AppError } from '#src/core/errors.ts'
import { isLocale } from '#src/core/i18n.ts'
import { acceptedEncoding } from '#src/http/compression.ts'
import { routes } from '#src/http/web.ts'
import { findTemplate } from '../library.ts'
import { firstPage } from './picture.ts'

export const pictureRoutes = routes()

/** The address contains the version, so that browsers may cache the picture for good. */
pictureRoutes.get('/mgmt/doc-lib/:id/first-page', async (c) => {
  const { locale = c.var.locale } = c.req.query()
  if (!isLocale(locale)) throw new AppError('NOT_FOUND')
  const picture = await firstPage(findTemplate(c.req.param('id')), locale)
  c.header('Cache-Control', 'private, max-age=86400')
  c.header('Content-Type', 'image/svg+xml')
  c.header('Vary', 'Accept-Encoding')
  // It holds no secret, so compressing it is safe.
  if (!acceptedEncoding(c, ['gzip'])) return c.body(new Uint8Array(gunzipSync(picture)))
  c.header('Content-Encoding', 'gzip')
  return c.body(picture)
})
