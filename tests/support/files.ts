import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Every .ts and .tsx file under these folders, as paths from the project's root. */
export function sourceFiles(folders: string[]): string[] {
  return folders
    .flatMap((folder) => filesBelow(folder))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? filesBelow(path) : [path]
    })
}
