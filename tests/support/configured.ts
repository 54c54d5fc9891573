import { config, readConfig } from '#src/core/config.ts'
import { clearCachedPages } from '#src/http/cached-page.ts'
import { clearOpenPages } from '#src/http/open-page.ts'

/**
 * Adds these variables to the configuration until the end of the file, for values that are read when they
 * are used.
 */
export function configure(changes: Record<string, string> = {}) {
  clearCachedPages()
  clearOpenPages()
  // A variable that only an earlier call set is a key that the new configuration does not have.
  const nothing = Object.fromEntries(Object.keys(config).map((name) => [name, undefined]))
  Object.assign(config, nothing, readConfig({ ...process.env, ...changes }))
}
