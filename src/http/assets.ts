import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { config } from '#src/core/config.ts'

export interface Asset {
  type: string
  bytes: Buffer
  gzip: Buffer
  brotli: Buffer
}

const root = resolve('dist/client')

/**
 * Every file of the build by URL path, read once, with its compressed forms. No request is turned into a
 * file system path.
 */
const files = new Map<string, Asset>()
if (existsSync(root) && !config.viteDev) readFolder(root, '')

function readFolder(folder: string, url: string) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name.startsWith('.') || /\.(gz|br)$/.test(name)) continue
    if (statSync(path).isDirectory()) readFolder(path, `${url}/${name}`)
    else files.set(`${url}/${name}`, readAsset(path))
  }
}

function readAsset(path: string): Asset {
  const bytes = readFileSync(path)
  const type = getMimeType(path) ?? 'application/octet-stream'
  const readCompressed = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : bytes)
  return { type, bytes, gzip: readCompressed('.gz'), brotli: readCompressed('.br') }
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

const manifest: Manifest = existsSync(join(root, '.vite/manifest.json'))
  ? JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8'))
  : {}

export const findAsset = (path: string) => files.get(path) ?? (path === logoUrl() ? logoAsset() : undefined)

/** The address of the company's logo, with a digest of the file; null without a logo. */
export function logoUrl(): string | null {
  const { logo } = config.company
  if (!logo) return null
  const digest = createHash('sha256').update(logo.bytes).digest('hex').slice(0, 16)
  return `/assets/logo-${digest}.${logo.type === 'image/png' ? 'png' : 'svg'}`
}

function logoAsset(): Asset {
  const { type, bytes } = config.company.logo!
  return { type, bytes, gzip: bytes, brotli: bytes }
}

/** The URL of the build of a source file, e.g. `views/theme.css`. */
export function assetUrl(source: string): string {
  if (config.viteDev) return `/${source}`
  const entry = manifest[source]
  return entry ? `/${entry.file}` : `/missing/${source}`
}
