import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Only in a built server: the source files are compiled by the tools that load them.
if (import.meta.filename.endsWith('server.js')) enableCompileCache(join(import.meta.dirname, 'compiled'))
const { runServer } = await import('./run-server.ts')
// The build runs this once, so that each start finds compiled code, even where it cannot write the cache.
if (process.argv.includes('--compile-only')) flushCompileCache()
else await runServer()
