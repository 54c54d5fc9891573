import { type Asset, findAsset } from './assets.ts'
import { routes } from './web.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/** The build's files, from memory. Names under /assets/ carry a hash and never change. */
export function assetRoutes() {
  const app = routes()
  app.get('*', async (c, next) => {
    const asset = findAsset(c.req.path)
    if (!asset) return next()
    c.header('Cache-Control', c.req.path.startsWith('/assets/') ? FOREVER : A_DAY)
    c.header('Content-Type', asset.type)
    c.header('Vary', 'Accept-Encoding')
    const { bytes, encoding } = choose(asset, c.req.header('accept-encoding') ?? '')
    if (encoding) c.header('Content-Encoding', encoding)
    return c.body(new Uint8Array(bytes))
  })
  return app
}

function choose(asset: Asset, accepted: string): { bytes: Buffer; encoding?: string } {
  if (asset.gzip === asset.bytes) return { bytes: asset.bytes }
  if (/\bbr\b/.test(accepted)) return { bytes: asset.brotli, encoding: 'br' }
  if (/\bgzip\b/.test(accepted)) return { bytes: asset.gzip, encoding: 'gzip' }
  return { bytes: asset.bytes }
}
