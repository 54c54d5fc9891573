import { canConfirm } from '#assembly/confirmation/confirmation.ts'
import type { DocumentTree, OpenPoint } from '#assembly/tree.ts'

/**
 * Open points that block finalising and cannot be confirmed: a required field without a value, an invalid
 * value, a text whose other language has changed since.
 */
export const unsettledIn = (tree: DocumentTree): OpenPoint[] =>
  tree.open.filter((point) => !canConfirm(point))
