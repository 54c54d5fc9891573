import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Only a built server: the sources are compiled anew by the tools that load them.
if (import.meta.filename.endsWith('server.js')) enableCompileCache(join(import.meta.dirname, 'compiled'))
const { runServer } = await import('./run-server.ts')
// The build calls it once, so that each start finds the code compiled, also where it may write nothing.
if (process.argv.includes('--compile-only')) flushCompileCache()
else await runServer()
