import type { Batch } from '../batch.ts'
import type { MadeDocument } from '../result.ts'

/** The data on the page of a batch. */
export interface BatchPageData {
  batch: Batch
  documents: MadeDocument[]
  /** The uses that are available to the batch; null after its first draft. */
  uses: { left: number; reserved: number } | null
  /** The head of each column, by the id of the column. */
  heads: Map<string, string>
}
