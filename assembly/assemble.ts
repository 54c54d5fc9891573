import { agreementPoints } from './agreement/points.ts'
import type { DocumentSource } from './answers.ts'
import { assembleText } from './assemble-text.ts'
import type { DocumentTree } from './tree.ts'

/**
 * Makes the document out of its template and its answers: both sides resolved, numbers closed up, and
 * everything still to settle listed, with what does not agree between the languages. Never throws on answers,
 * whatever they hold.
 */
export function assemble(source: DocumentSource): DocumentTree {
  const tree = assembleText(source)
  return { ...tree, open: [...tree.open, ...agreementPoints(tree, source)] }
}
