import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

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

/** The files directly in each folder, including READMEs and data files, by folder. */
export function foldersOf(folders: string[]): Map<string, string[]> {
  const entries = folders.flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
  return Map.groupBy(
    entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
    (path) => dirname(path),
  )
}
