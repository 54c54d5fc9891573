import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { newId } from '#src/core/ids.ts'
import { note } from '#tests/support/measured.ts'
import { LONG } from '#tests/support/runs.ts'
import { newDataDir, removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'

/** Megabytes of packages and built files, as in the image. */
const MOST = 300

const folder = mkdtempSync(join(tmpdir(), 'production-'))
afterAll(async () => {
  await stopAllServers()
  rmSync(folder, { recursive: true })
})

/** Megabytes of all files in a folder. */
function sizeOf(path: string): number {
  const files = readdirSync(path, { recursive: true }) as string[]
  return files.reduce((sum, name) => sum + lstatSync(join(path, name)).size, 0) / 2 ** 20
}

async function emptyDatabase(): Promise<string> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  const name = `production_${newId().replaceAll('-', '')}`
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return inject('postgresUrl').replace(/\/postgres$/, `/${name}`)
}

// Installs all packages from the network.
test.runIf(LONG)(
  'the production installation is small, and runs without development packages',
  async () => {
    for (const name of ['package.json', 'package-lock.json', 'src/commands/prune.mjs'])
      cpSync(name, join(folder, name))
    for (const name of ['server', 'client'])
      cpSync(`dist/${name}`, join(folder, 'dist', name), { recursive: true })
    const words = ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', words, { cwd: folder, stdio: 'inherit' })
    const packages = sizeOf(join(folder, 'node_modules'))
    const built = sizeOf(join(folder, 'dist'))
    expect(readdirSync(join(folder, 'node_modules'))).not.toContain('vitest')
    const dataDir = await newDataDir()
    const env = { DATABASE_URL: await emptyDatabase(), DATA_DIR: dataDir, NODE_ENV: 'test', DEMO: '0' }
    const server = await startServer(env, resolve(folder))
    const statuses = await Promise.all(
      ['/healthz', '/product', '/acct/login'].map(async (path) => (await fetch(server.base + path)).status),
    )
    await server.stop()
    await removeDataDir(dataDir)
    expect(statuses).toEqual([200, 200, 200])
    expect(packages + built).toBeLessThanOrEqual(MOST)
    note(
      'production set, which starts and answers',
      `${packages.toFixed(0)} MB of packages, ${built.toFixed(0)} MB built`,
      { value: packages + built, unit: 'MB', atMost: MOST },
    )
  },
  900_000,
)
