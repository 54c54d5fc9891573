import { config, readConfig } from '#src/core/config.ts'
import { clearCachedPages } from '#src/http/cached-page.ts'
import { clearOpenPages } from '#src/http/open-page.ts'

/**
 * The configuration as these variables would make it too, until the file's end; for what is read when it is
 * used.
 */
export function configure(changes: Record<string, string> = {}) {
  clearCachedPages()
  clearOpenPages()
  // A variable that only an earlier call set is a key that the fresh reading lacks.
  const nothing = Object.fromEntries(Object.keys(config).map((name) => [name, undefined]))
  Object.assign(config, nothing, readConfig({ ...process.env, ...changes }))
}
