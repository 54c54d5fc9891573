// A process as in a container with a read-only root: an ordinary user, and folders of its own to write into.
import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const USER = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs']

/** The words before a command that run it as nobody, if we are root and it would not be an ordinary user. */
export const ordinary = () => (process.getuid?.() === 0 ? USER : [])

/** Gives a folder and what is in it to the user of `ordinary`. */
export function giveToOrdinary(path: string) {
  if (process.getuid?.() === 0) execFileSync('chown', ['-Rh', '65534:65534', path])
}

/** Where such a process sees the folders that it may write into. */
export const placeOf = (index: number) => `/mnt/${index}`

/** The same, and the whole root file system is read-only but for these folders. */
export function confinedTo(folders: string[]): string[] {
  const binds = folders.flatMap((folder, index) => [
    `mkdir ${placeOf(index)}`,
    `mount --bind ${folder} ${placeOf(index)}`,
  ])
  const steps = ['mount -t tmpfs tmpfs /mnt', ...binds, 'mount -o remount,ro,bind /', 'exec "$@"']
  return ['unshare', '--mount', 'sh', '-c', steps.join(' && '), 'sh', ...USER]
}

/** Whether this machine lets us do so, and an ordinary user can read the folder of the product. */
export function canConfine(folder: string): boolean {
  if (process.getuid?.() !== 0) return false
  for (let at = resolve(folder); at !== '/'; at = dirname(at))
    if ((statSync(at).mode & 0o005) !== 0o005) return false
  const [program, ...words] = [...confinedTo([]), 'true']
  return spawnSync(program!, words).status === 0
}
