import type { ClauseNode, DocumentTree } from '../tree.ts'

/** The recital, clause or item with that id, kept or not. */
export function findNode(tree: DocumentTree, id: string): ClauseNode | undefined {
  const tops = [...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)]
  return [...tops, ...tops.flatMap(({ items }) => items)].find((node) => node.id === id)
}
