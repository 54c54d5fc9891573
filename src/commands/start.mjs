import { buildWhenChanged } from './build.mjs'

await buildWhenChanged()
await import('../../dist/server/server.js')
