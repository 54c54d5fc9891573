import type { ProofResult } from '#assembly/proving/prove.ts'

/**
 * The conditional parts, each with the number of documents that print it. The documents cover every pair of
 * choices.
 */
export const printCountsText = ({ documents, printCounts }: ProofResult): string =>
  [
    `${documents} documents`,
    ...[...printCounts].map(([id, count]) => `${String(count).padStart(4)} ${id}`),
    '',
  ].join('\n')
