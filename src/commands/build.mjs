// Builds browser and server code, and skips it when no source has changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const stamp = 'dist/built-from'
const sources = [
  'src',
  'modules',
  'views',
  'islands',
  'migrations',
  'locales',
  'public',
  'package-lock.json',
  'vite.config.ts',
]

function* filesOf(path) {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name))
}

/** Packed once, here, as tightly as can be: no start and no request spends time on it. */
function pack(file) {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(bytes))
}

export async function buildWhenChanged() {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(file))
  const now = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  process.stdout.write('Building…\n')
  rmSync('dist', { recursive: true, force: true })
  await build({ logLevel: 'warn' })
  await build({ logLevel: 'warn', build: { ssr: true } })
  for (const file of filesOf('dist/client')) if (/\.(m?js|css|svg)$/.test(file)) pack(file)
  writeFileSync(stamp, now)
}

if (import.meta.main) await buildWhenChanged()
