import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

export interface ProcessLimits {
  /** Wall-clock seconds, which include delays by other work on the machine. */
  seconds: number
  /** Processor time in seconds. */
  cpuSeconds?: number
  /** Limit of V8's heap. */
  heapMb: number
  /**
   * The limit of all data including buffers, which V8's limit does not include; not supported on every
   * system.
   */
  dataMb: number
  /** The limit of resident memory, checked from outside the process. */
  residentMb?: number
}

/** Milliseconds between two checks of the memory. */
const CHECK_INTERVAL_MS = 50

export interface Job {
  id: number
  script: string
  args: string[]
  cap: ProcessLimits
  /** The content of the standard input. */
  input?: Uint8Array
}

/** The exit code, or null if the process was stopped, and its output. */
export interface ChildResult {
  code: number | null
  output: string
}

/** Runs a script of ours in a process with limits; `signal` stops the process. */
export async function runChild(
  { script, args, cap, input }: Omit<Job, 'id'>,
  signal: AbortSignal,
): Promise<ChildResult> {
  const cpu = cap.cpuSeconds ? `ulimit -t ${cap.cpuSeconds} 2>/dev/null; ` : ''
  const shell = `ulimit -d ${cap.dataMb * 1000} 2>/dev/null; ${cpu}exec "$0" "$@"`
  const node = [process.execPath, `--max-old-space-size=${cap.heapMb}`, script, ...args]
  const child = spawn('/bin/sh', ['-c', shell, ...node], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: cap.seconds * 1000,
    killSignal: 'SIGKILL',
    signal,
  })
  const exitCode = new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve)
    child.on('error', reject)
  })
  const watch = cap.residentMb
    ? watchMemory(child.pid, cap.residentMb, () => child.kill('SIGKILL'))
    : undefined
  // The process may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    const [output, code] = await Promise.all([text(child.stdout), exitCode])
    return { code, output }
  } finally {
    clearInterval(watch)
  }
}

function watchMemory(pid: number | undefined, maxMb: number, stop: () => void) {
  return setInterval(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const kb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    if (kb > maxMb * 1000) stop()
  }, CHECK_INTERVAL_MS).unref()
}
