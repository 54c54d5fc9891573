import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Only the built server enables the cache: source files are compiled by the tool that loads them.
if (import.meta.filename.endsWith('server.js')) enableCompileCache(join(import.meta.dirname, 'compiled'))
const { runServer } = await import('./run-server.ts')
// The build runs this once, so that every start finds compiled code, even where the cache cannot be written.
if (process.argv.includes('--compile-only')) flushCompileCache()
else await runServer()
