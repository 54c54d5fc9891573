import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

let builtFolder: string | null = null

/** Reads all scripts from this folder from now on. */
export function setScriptFolder(folder: string | null) {
  builtFolder = folder
}

/**
 * The file of a process or thread of ours: in the sources it is next to its caller (a module's URL), in the
 * build next to the server.
 */
export function scriptFile(caller: string, name: string): string {
  if (builtFolder) return join(builtFolder, `${name}.js`)
  const relativePath = caller.endsWith('.ts')
    ? `./${name}.ts`
    : `${/\/server\/assets\/[^/]+$/.test(caller) ? '..' : '.'}/${name}.js`
  return fileURLToPath(new URL(relativePath, caller))
}
