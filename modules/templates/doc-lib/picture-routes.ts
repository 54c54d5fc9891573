import { gunzipSync } from 'node:zlib'
import { AppError } from '#src/core/errors.ts'
import { isLocale } from '#src/core/i18n.ts'
import { acceptedEncoding } from '#src/http/compression.ts'
import { routes } from '#src/http/web.ts'
import { findTemplate } from '../library.ts'
import { firstPage } from './picture.ts'

export const pictureRoutes = routes()

/** Its version is in the address, so that a browser that has it need not ask. */
pictureRoutes.get('/mgmt/doc-lib/:id/first-page', async (c) => {
  const { locale = c.var.locale } = c.req.query()
  if (!isLocale(locale)) throw new AppError('NOT_FOUND')
  const picture = await firstPage(findTemplate(c.req.param('id')), locale)
  c.header('Cache-Control', 'private, max-age=86400')
  c.header('Content-Type', 'image/svg+xml')
  c.header('Vary', 'Accept-Encoding')
  // There is no secret in it, so it may travel compressed.
  if (!acceptedEncoding(c, ['gzip'])) return c.body(new Uint8Array(gunzipSync(picture)))
  c.header('Content-Encoding', 'gzip')
  return c.body(picture)
})
