import type { DocumentTree, OpenPoint } from '#assembly/tree.ts'

/**
 * What nobody can confirm as meant so and finalising waits for: a required field without a value, a wrong
 * one, a text whose other language has changed since.
 */
export const unsettledIn = (tree: DocumentTree): OpenPoint[] =>
  tree.open.filter(({ kind }) => kind !== 'mismatch')
