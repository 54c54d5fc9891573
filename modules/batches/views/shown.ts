import type { Batch } from '../batch.ts'
import type { MadeDocument } from '../result.ts'

/** What the page of a batch shows. */
export interface Shown {
  batch: Batch
  documents: MadeDocument[]
  /** The uses that are left for it, before its first draft. */
  uses: { left: number; reserved: number } | null
  /** The head of each column. */
  heads: Map<string, string>
}
