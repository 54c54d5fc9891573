import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { config } from '#src/core/config.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { PageBox } from '#src/pdf/page-box.ts'
import type { RefusedContent, RemovedContent } from './active-content.ts'
import type { Repair } from './copy/build.ts'

const script = () => scriptFile(import.meta.url, 'pdf-check-process')

/**
 * The limits are generous: a government form of 200 tagged pages takes about ten seconds of processor time.
 */
const LIMITS = { seconds: 180, cpuSeconds: 60, heapMb: 512, dataMb: 1800, residentMb: 900 }

/**
 * The reason why a file is refused. type: its bytes are not a PDF; ambiguous: it contradicts itself about an
 * object; disagreement: readers interpret a page differently; layers: print and screen differ; field: an
 * appearance differs from its value; signed: it is signed and has active content; signedStructure: it is
 * signed and would need a repair; stopped: the check exceeded its time or memory limit.
 */
export type Refusal =
  | RefusedContent
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

/** The repairs made in the working copy. */
export type AppliedRepair = Repair | 'structure' | 'restrictions'

export type Finding =
  | { refused: Refusal; page?: number; field?: string }
  | {
      pages: number
      pageBoxes: PageBox[]
      removed: RemovedContent[]
      repairs: AppliedRepair[]
      signed: boolean
    }

const limitChecks = limitConcurrency({ concurrency: 2, maxWaiting: 40 })

/** Checks an untrusted PDF in a separate process. When it is accepted, its working copy is at `to`. */
export function checkPdf(from: string, to: string): Promise<Finding> {
  return limitChecks(async () => {
    const { code, output } = await runCapped(script(), [from, to, String(config.IMPORT_MAX_PAGES)], LIMITS)
    return code === 0 ? (JSON.parse(output) as Finding) : { refused: 'stopped' }
  })
}
