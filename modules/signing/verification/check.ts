import { fileURLToPath } from 'node:url'
import { inTurn } from '#src/core/in-turn.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
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
const CAP = { seconds: 20, heapMb: 384, dataMb: 1000 }

const UNREADABLE = 3

const checking = inTurn({ atOnce: 2, waitingAtMost: 40 })

/** What a stranger's file is found to be; stopped: it wanted more time or memory than a file may. */
export type Checked = Finding | 'unreadable' | 'stopped'

/** Checks a file in a process of its own, which knows nothing but the file: a hostile one can harm that process alone. */
export function checkFile(bytes: Uint8Array, root: Uint8Array): Promise<Checked> {
  return checking(async () => {
    const { code, told } = await runCapped(FILE, [Buffer.from(root).toString('base64')], CAP, bytes)
    if (code === 0) return JSON.parse(told) as Finding
    return code === UNREADABLE ? 'unreadable' : 'stopped'
  })
}
