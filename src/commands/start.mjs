// Builds what has changed, in a process of its own (Vite sets NODE_ENV for itself), then runs the server.
import { execFileSync } from 'node:child_process'

execFileSync(process.execPath, ['src/commands/build.mjs'], { stdio: 'inherit' })
if (!process.env.NODE_ENV && !process.env.DATABASE_URL) {
  process.env.NODE_ENV = 'production'
  process.env.DEMO ??= '1'
}
await import('#dist/server/server.js')
