import { existsSync, readdirSync } from 'node:fs'

/** The folders of all packages installed below this folder, nested ones too, as the lock file names them. */
export function installedIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(`${folder}/${name}`).map((one) => `${name}/${one}`) : name,
    )
    .flatMap((name) => [`${folder}/${name}`, ...installedIn(`${folder}/${name}/node_modules`)])
}
