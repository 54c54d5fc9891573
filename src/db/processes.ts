import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface Process {
  pid: number
  parent: number
  command: string
}

/** The running processes of this machine, without zombies; null if they cannot be listed (Windows). */
export async function listProcesses(): Promise<Process[] | null> {
  if (process.platform === 'win32') return null
  if (process.platform !== 'linux') return listByPs('-ax')
  const pids = (await readdir('/proc')).map(Number).filter(Boolean)
  return (await Promise.all(pids.map(findProcess))).filter((one) => one !== null)
}

/** A running process by its id; null if there is none or only a zombie. */
export async function findProcess(pid: number): Promise<Process | null> {
  if (process.platform !== 'linux') return (await listByPs('-p', String(pid)))[0] ?? null
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => null)
  const [stat, command] = await Promise.all([read('stat'), read('cmdline')])
  if (stat === null || command === null) return null
  // The name in parentheses may contain any character, so the fields are counted from the closing
  // parenthesis.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z' || state === 'X') return null
  return { pid, parent: Number(parent), command: command.replaceAll('\0', ' ') }
}

/** Lists processes by ps, which fails if it finds none. */
async function listByPs(...selection: string[]): Promise<Process[]> {
  const listing = promisify(execFile)('ps', [...selection, '-wwo', 'pid=,ppid=,stat=,command='])
  const { stdout } = await listing.catch(() => ({ stdout: '' }))
  const lines = [...stdout.matchAll(/^[ \t]*(\d+)[ \t]+(\d+)[ \t]+([^Z\s]\S*)[ \t]+(.*)$/gm)]
  return lines.map(([, pid, parent, , command]) => ({
    pid: Number(pid),
    parent: Number(parent),
    command: `${command} `,
  }))
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
