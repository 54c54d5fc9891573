import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inTurn } from '#src/core/in-turn.ts'
import type { Finding } from './finding.ts'

/** The process's file, beside this one as source and beside the server's once built. */
const FILE = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts')
      ? './check-process.ts'
      : /\/server\/assets\/[^/]+$/.test(import.meta.url)
        ? '../check-process.js'
        : './check-process.js',
    import.meta.url,
  ),
)

/** A contract takes half a second. */
const SECONDS = 20
/** Of all data, buffers included, which V8's own limit does not count; a system that cannot limit it has that one alone. */
const MEMORY_KB = 1_000_000
const SHELL = `ulimit -d ${MEMORY_KB} 2>/dev/null; exec "$0" "$@"`

const UNREADABLE = 3

const checking = inTurn({ atOnce: 2, waitingAtMost: 40 })

/** What a stranger's file is found to be; stopped: it wanted more time or memory than a file may. */
export type Checked = Finding | 'unreadable' | 'stopped'

/** Checks a file in a process of its own, which knows nothing but the file: a hostile one can harm that process alone. */
export function checkFile(bytes: Uint8Array, root: Uint8Array): Promise<Checked> {
  return checking(async () => {
    const args = ['--max-old-space-size=384', FILE, Buffer.from(root).toString('base64')]
    const child = spawn('/bin/sh', ['-c', SHELL, process.execPath, ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      timeout: SECONDS * 1000,
      killSignal: 'SIGKILL',
    })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('close', resolve)
      child.on('error', reject)
    })
    // It may end before it has read everything.
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
    const [told, code] = await Promise.all([text(child.stdout), ended])
    if (code === 0) return JSON.parse(told) as Finding
    return code === UNREADABLE ? 'unreadable' : 'stopped'
  })
}
