import { config } from '#src/core/config.ts'
import { inTurn } from '#src/core/in-turn.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { Refused, Removed } from './active-content.ts'
import type { PageBox } from './areas.ts'

const script = () => scriptFile(import.meta.url, 'pdf-check-process')

const CAP = { seconds: 5, heapMb: 192, dataMb: 1000, residentMb: 300 }

/**
 * Why a file is not taken. type: no PDF by its bytes; signed: it holds what would have to be taken out, which would
 * break its signatures; stopped: it wanted more time or memory than a file may.
 */
export type Refusal = Refused | 'type' | 'unreadable' | 'encrypted' | 'pages' | 'signed' | 'stopped'

export type Finding =
  | { refused: Refusal }
  | { pages: number; lastPage: PageBox; removed: Removed[]; signed: boolean }

const checking = inTurn({ atOnce: 2, waitingAtMost: 40 })

/**
 * Reads a stranger's PDF in a process of its own. Where something was taken out of it, what is left stands at `to`;
 * otherwise the file is good as it is.
 */
export function checkPdf(from: string, to: string): Promise<Finding> {
  return checking(async () => {
    const { code, told } = await runCapped(
      script(),
      ['check', from, to, String(config.IMPORT_MAX_PAGES)],
      CAP,
    )
    return code === 0 ? (JSON.parse(told) as Finding) : { refused: 'stopped' }
  })
}

/**
 * Makes a file ready for signatures that are added to its end. Where it is not as it is (written for slow lines, say), it
 * stands at `to`, written anew. False when that cannot be done.
 */
export function preparePdf(from: string, to: string): Promise<boolean> {
  return checking(async () => (await runCapped(script(), ['prepare', from, to], CAP)).code === 0)
}
