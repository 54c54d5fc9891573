import type { BlockFiles } from '#assembly/template/blocks.ts'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { messages } from '#src/core/i18n.ts'
import { type ProcessLimits, runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import { readInspectionContext } from '../library/blocks-in-force.ts'
import type { InspectionResult } from './inspect.ts'

const script = () => scriptFile(import.meta.url, 'inspection-process')

const CAP = { seconds: 30, heapMb: 384, dataMb: 1200, residentMb: 600 }

const inspectionLimit = limitConcurrency({ concurrency: 1, maxWaiting: 10 })

/**
 * Inspects the source of a template in a separate process, so that a hostile source can harm only that
 * process. `blocks` replace the blocks in force.
 */
export function inspectApart(
  yaml: string,
  { cap = CAP, blocks = {} }: { cap?: ProcessLimits; blocks?: BlockFiles } = {},
): Promise<InspectionResult> {
  return inspectionLimit(async () => {
    const contextInForce = await readInspectionContext()
    const context = { ...contextInForce, ...namedValues(), blocks: { ...contextInForce.blocks, ...blocks } }
    const input = new TextEncoder().encode(JSON.stringify({ yaml, context }))
    const { code, output } = await runCapped(script(), [], cap, input)
    if (code === 0) return JSON.parse(output) as InspectionResult
    return { problems: [{ kind: 'stopped', line: 0, column: 0, message: '' }] }
  })
}

/** The names for which the pages have texts. */
function namedValues() {
  const { category, jurisdiction } = messages.en_US.documents
  return { categories: Object.keys(category), jurisdictions: Object.keys(jurisdiction) }
}
