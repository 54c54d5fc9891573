import { chown, readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

interface Identity {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses to run as root; then it runs as `postgres` where there is one, else as `nobody`. */
async function unprivileged(): Promise<Identity> {
  if (process.getuid?.() !== 0) return {}
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is no user "nobody" to run it as')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Gives a path to the user PostgreSQL runs as; does nothing for an ordinary user. */
export async function giveToPostgres(path: string) {
  const { uid, gid } = await unprivileged()
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

export interface Launch extends Identity {
  command: string
  args: string[]
}

/**
 * How to start a PostgreSQL program on `dir`. A root user's clone may lie where others may not look
 * (/root, mktemp -d); there the program gets the one capability that lets it pass.
 */
export async function postgresLaunch(program: string, dir: string, args: string[]): Promise<Launch> {
  const identity = await unprivileged()
  if (identity.uid === undefined || ((await openToAll(dir)) && (await openToAll(program))))
    return { command: program, args, ...identity }
  const as = [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups']
  const pass = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
  return { command: 'setpriv', args: [...as, ...pass, program, ...args] }
}

async function openToAll(path: string): Promise<boolean> {
  for (let at = dirname(resolve(path)); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
