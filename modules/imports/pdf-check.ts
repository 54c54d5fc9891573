import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { config } from '#src/core/config.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { PageBox } from '#src/pdf/page-box.ts'
import type { Refused, Removed } from './active-content.ts'
import type { Repair } from './copy/build.ts'

const script = () => scriptFile(import.meta.url, 'pdf-check-process')

/** A government form of 200 tagged pages takes some ten seconds of processor time. */
const CAP = { seconds: 180, cpuSeconds: 60, heapMb: 512, dataMb: 1800, residentMb: 900 }

/**
 * Why a file is not taken. type: no PDF by its bytes; ambiguous: it says two things of one object;
 * disagreement: readers read a page differently; layers: the print differs from the screen; field: one shows
 * something else than it holds; signed: it is signed and holds what could do something; signedStructure: it
 * is signed and would have to be mended; stopped: it wanted more time or memory than a file may.
 */
export type Refusal =
  | Refused
  | 'type'
  | 'unreadable'
  | 'encrypted'
  | 'pages'
  | 'signed'
  | 'signedStructure'
  | 'stopped'
  | 'ambiguous'
  | 'disagreement'
  | 'layers'
  | 'field'

/** What was mended on the way into the working copy. */
export type Mended = Repair | 'structure' | 'restrictions'

export type Finding =
  | { refused: Refusal; page?: number; field?: string }
  | { pages: number; pageBoxes: PageBox[]; removed: Removed[]; repairs: Mended[]; signed: boolean }

const checking = limitConcurrency({ atOnce: 2, waitingAtMost: 40 })

/** Reads a stranger's PDF in a process of its own. Its working copy stands at `to` where it is taken. */
export function checkPdf(from: string, to: string): Promise<Finding> {
  return checking(async () => {
    const { code, output } = await runCapped(script(), [from, to, String(config.IMPORT_MAX_PAGES)], CAP)
    return code === 0 ? (JSON.parse(output) as Finding) : { refused: 'stopped' }
  })
}
