import type { ClauseNode, DocumentTree } from '../tree.ts'

/** The recital, clause or item with this id, even if it is not printed. */
export function findNode(tree: DocumentTree, id: string): ClauseNode | undefined {
  const topLevelNodes = [...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)]
  return [...topLevelNodes, ...topLevelNodes.flatMap(({ items }) => items)].find((node) => node.id === id)
}
