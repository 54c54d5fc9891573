// Builds browser and server code, and skips it when no source has changed since the last build.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'vite'

const stamp = 'dist/built-from'
const sources = [
  'src',
  'assembly',
  'modules',
  'views',
  'islands',
  'migrations',
  'locales',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'vite.verifier.config.ts',
]

function* filesOf(path) {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name))
}

const packed = {
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  br: promisify(brotliCompress),
}

/** Compresses files once at the build, as much as possible, so that no request spends time on it. */
async function pack(file) {
  const bytes = await readFile(file)
  for (const [ending, compress] of Object.entries(packed))
    await writeFile(`${file}.${ending}`, await compress(bytes))
}

/** Compiles the server's code for its starts. V8 uses the result only under the same flags as here. */
const compile = () =>
  execFileSync(
    process.execPath,
    ['--max-semi-space-size=8', '--heap-growing-percent=100', 'dist/server/server.js', '--compile-only'],
    { env: { ...process.env, NODE_ENV: 'test' } },
  )

export async function buildWhenChanged() {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(file))
  const now = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  process.stdout.write('Building…\n')
  rmSync('dist', { recursive: true, force: true })
  await build({ logLevel: 'warn' })
  const served = [...filesOf('dist/client')].filter((file) => /\.(m?js|css|svg)$/.test(file))
  // Compression takes half of the time and runs in other threads in parallel.
  await Promise.all([build({ logLevel: 'warn', build: { ssr: true } }), ...served.map(pack)])
  // The offline verifier of evidence bundles, as a page and as a program.
  for (const mode of ['page', 'script'])
    await build({ logLevel: 'warn', configFile: 'vite.verifier.config.ts', mode })
  compile()
  writeFileSync(stamp, now)
}

if (import.meta.main) await buildWhenChanged()
