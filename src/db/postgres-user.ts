import { chmod, chown, cp, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

interface Identity {
  uid?: number
  gid?: number
}

/**
 * The user that runs PostgreSQL, which refuses to run as root: `postgres` if that user exists, otherwise
 * `nobody`.
 */
async function postgresUser(): Promise<Identity> {
  if (process.getuid?.() !== 0) return {}
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is no user "nobody" to run it as')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Gives a path to the user that runs PostgreSQL; does nothing if that is the current user. */
export async function chownToPostgres(path: string) {
  const { uid, gid } = await postgresUser()
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

export interface Launch extends Identity {
  command: string
  args: string[]
}

/**
 * The command that starts a PostgreSQL program on `dir`. If the product was cloned by root into a folder
 * that others cannot enter (/root, mktemp -d), the program gets the single capability that it needs to pass
 * through.
 */
export async function postgresLaunch(program: string, dir: string, args: string[]): Promise<Launch> {
  const identity = await postgresUser()
  if (identity.uid === undefined || ((await isOpenToAll(dir)) && (await isOpenToAll(program))))
    return { command: program, args, ...identity }
  const userFlags = [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups']
  const capabilityFlags = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
  return { command: 'setpriv', args: [...userFlags, ...capabilityFlags, program, ...args] }
}

/**
 * Returns a path at which the user that runs PostgreSQL can execute `program`. PostgreSQL checks by
 * access(2), which ignores capabilities, so a clone in a private folder of root needs a copy of the programs
 * in a public folder. An existing copy is used only if it belongs to root and no other user can write it.
 */
export async function executablePath(program: string): Promise<string> {
  if (process.getuid?.() !== 0 || (await isOpenToAll(program))) return program
  const native = resolve(program, '../..')
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'))
  const copy = join(tmpdir(), `qishu-postgres-${version}`)
  if (!(await isWritableByRootOnly(copy))) await copyToPublicFolder(native, copy)
  return join(copy, 'bin', basename(program))
}

async function isWritableByRootOnly(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null)
  return stats?.uid === 0 && (stats.mode & 0o022) === 0
}

async function copyToPublicFolder(native: string, copy: string) {
  const temporaryFolder = await mkdtemp(`${copy}-`)
  await cp(native, temporaryFolder, { recursive: true, verbatimSymlinks: true })
  await chmod(temporaryFolder, 0o755)
  await rm(copy, { recursive: true, force: true })
  await rename(temporaryFolder, copy).catch(async (error) => {
    await rm(temporaryFolder, { recursive: true })
    // Another server that is starting may just have made its copy.
    if (!(await isWritableByRootOnly(copy))) throw error
  })
}

async function isOpenToAll(path: string): Promise<boolean> {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
