import { agreementPoints } from './agreement/points.ts'
import type { DocumentSource } from './answers.ts'
import { assembleText } from './assemble-text.ts'
import type { DocumentTree } from './tree.ts'

/**
 * Builds the document tree from a template and answers: resolves both sides, numbers the parts, and lists
 * all open points, including differences between the languages. Never throws, even for invalid answers.
 */
export function assemble(source: DocumentSource): DocumentTree {
  const tree = assembleText(source)
  return { ...tree, open: [...tree.open, ...agreementPoints(tree, source)] }
}
