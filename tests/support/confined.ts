// A process as in a container with a read-only root: an ordinary user who can write to a few folders only.
import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const USER = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs']

/** The words before a command that run it as the user nobody, if we are root. */
export const ordinary = () => (process.getuid?.() === 0 ? USER : [])

/** Makes the user of `ordinary` the owner of a folder and its contents. */
export function giveToOrdinary(path: string) {
  if (process.getuid?.() === 0) execFileSync('chown', ['-Rh', '65534:65534', path])
}

/** The path at which such a process finds a folder that it may write to. */
export const placeOf = (index: number) => `/mnt/${index}`

/** The words before a command that also make the root file system read-only except for these folders. */
export function confinedTo(folders: string[]): string[] {
  const binds = folders.flatMap((folder, index) => [
    `mkdir ${placeOf(index)}`,
    `mount --bind ${folder} ${placeOf(index)}`,
  ])
  const steps = ['mount -t tmpfs tmpfs /mnt', ...binds, 'mount -o remount,ro,bind /', 'exec "$@"']
  return ['unshare', '--mount', 'sh', '-c', steps.join(' && '), 'sh', ...USER]
}

/** Whether this machine can run such processes, and an ordinary user can read the folder of the product. */
export function canConfine(folder: string): boolean {
  if (process.getuid?.() !== 0) return false
  for (let path = resolve(folder); path !== '/'; path = dirname(path))
    if ((statSync(path).mode & 0o005) !== 0o005) return false
  const [program, ...words] = [...confinedTo([]), 'true']
  return spawnSync(program!, words).status === 0
}
