import { config, readConfig } from '#src/core/config.ts'
import { clearCachedPages } from '#src/http/cached-page.ts'
import { clearOpenPages } from '#src/http/open-page.ts'

/** The configuration with these variables too, until the file's end; for values read on use. */
export function configure(changes: Record<string, string> = {}) {
  clearCachedPages()
  clearOpenPages()
  // A variable set only by an earlier call is a key that the new reading lacks.
  const nothing = Object.fromEntries(Object.keys(config).map((name) => [name, undefined]))
  Object.assign(config, nothing, readConfig({ ...process.env, ...changes }))
}
