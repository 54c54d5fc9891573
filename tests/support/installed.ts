import { existsSync, readdirSync } from 'node:fs'

/** The folders of the installed packages below this one and in them, as in the lock file. */
export function installedIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(`${folder}/${name}`).map((one) => `${name}/${one}`) : name,
    )
    .flatMap((name) => [`${folder}/${name}`, ...installedIn(`${folder}/${name}/node_modules`)])
}
