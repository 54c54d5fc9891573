import type { DocumentTree, OpenPoint } from '#assembly/tree.ts'

/**
 * Open points that block finalising and cannot be acknowledged: a required field without a value, an invalid
 * value, a text whose other language has changed since.
 */
export const unsettledIn = (tree: DocumentTree): OpenPoint[] =>
  tree.open.filter(({ kind }) => kind !== 'mismatch')
