// Builds what has changed, in a process of its own (Vite sets NODE_ENV for itself), then runs the server.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

execFileSync(process.execPath, ['src/commands/build.mjs'], { stdio: 'inherit' })
if (!process.env.NODE_ENV && !process.env.DATABASE_URL) {
  process.env.NODE_ENV = 'production'
  process.env.DEMO ??= '1'
}
// Creates the demo company in a process of its own, so that the server does not keep its memory.
if (process.env.DEMO === '1' && !existsSync(join(process.env.DATA_DIR ?? 'data', 'postgres'))) {
  process.stdout.write('Playing the demo company in…\n')
  execFileSync(process.execPath, ['dist/server/seed.js'], { stdio: 'inherit' })
}
await import('../../dist/server/server.js')
