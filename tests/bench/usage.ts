import { readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** Milliseconds of processor time of a process and its threads (source: proc(5)). */
export function cpuOf(pid: number): number {
  const fields = statOf(pid)
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND
}

/** The same for all processes of a postmaster, ended ones included. */
export function cpuOfDatabase(postmaster: number): number {
  const ownStat = statOf(postmaster)
  const endedTime = ((Number(ownStat[13]) + Number(ownStat[14])) * 1000) / TICKS_A_SECOND
  return childrenOf(postmaster).reduce((sum, pid) => sum + cpuOf(pid), cpuOf(postmaster) + endedTime)
}

/** Megabytes of private memory of a process. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1024
}

/** The fields after the name, which may contain spaces: the state, the parent and so on. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      return Number(statOf(pid)[1]) === parent
    } catch {
      return false
    }
  })
}
