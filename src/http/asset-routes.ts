import { type Asset, findAsset } from './assets.ts'
import { acceptedEncoding } from './compression.ts'
import { type Ctx, routes } from './web.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/**
 * Serves the static files of the build from memory, with caching headers. Names under /assets/ contain a
 * hash of the content, so browsers may cache them permanently.
 */
export function assetRoutes() {
  const app = routes()
  app.get('*', async (c, next) => {
    const asset = findAsset(c.req.path)
    if (!asset) return next()
    c.header('Cache-Control', c.req.path.startsWith('/assets/') ? FOREVER : A_DAY)
    c.header('Content-Type', asset.type)
    c.header('Vary', 'Accept-Encoding')
    const { bytes, encoding } = compressedFor(c, asset)
    if (encoding) c.header('Content-Encoding', encoding)
    return c.body(new Uint8Array(bytes))
  })
  return app
}

/** The file in the compression that the browser accepts, if the build has compressed it. */
function compressedFor(c: Ctx, { bytes, brotli, gzip }: Asset): { bytes: Buffer; encoding: string | null } {
  const encoding = gzip === bytes ? null : acceptedEncoding(c, ['br', 'gzip'])
  return { bytes: encoding ? { br: brotli, gzip }[encoding] : bytes, encoding }
}
