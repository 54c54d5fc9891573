import type { Proved } from '#assembly/proving/prove.ts'

/** The conditional parts, and in how many of the documents with every pair of choices each is printed. */
export const standsText = ({ documents, stands }: Proved): string =>
  [
    `${documents} documents`,
    ...[...stands].map(([id, count]) => `${String(count).padStart(4)} ${id}`),
    '',
  ].join('\n')
