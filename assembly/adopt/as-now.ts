import type { ClauseNode, DocumentTree, Run, Sides, TableNode } from '../tree.ts'
import type { CarriedFields } from './fields.ts'

/** Maps ids of the old version to ids of the new one. */
export interface Renaming {
  fields: Pick<CarriedFields, 'mark'>
  key(oldKey: string): string
  /** Clauses, items and articles by old id; null when the new version has no such part. */
  parts: Map<string, string | null>
}

/**
 * Renames all ids of the tree that a document printed before, so that a mere change of ids does not show as
 * a change of the document.
 */
export function renameTree(tree: DocumentTree, { fields, key, parts }: Renaming): DocumentTree {
  const idOf = (id: string) => parts.get(id) ?? id
  const renamedRun = (run: Run): Run => {
    if (!run.target) return run
    if (run.kind === 'party') {
      const [oldKey = '', ...attribute] = run.target.split('.')
      return { ...run, target: [key(oldKey), ...attribute].join('.') }
    }
    const field = run.kind === 'field' ? fields.mark(run.target) : undefined
    return { ...run, target: field && 'id' in field ? field.id : idOf(run.target) }
  }
  const tableOf = (table: TableNode): TableNode => {
    const field = fields.mark(table.field)
    return field && 'id' in field ? { ...table, field: field.id } : table
  }
  const sidesOf = ({ zh, en }: Sides<Run[]>) => ({ zh: zh.map(renamedRun), en: en.map(renamedRun) })
  const renamedNode = (node: ClauseNode): ClauseNode => ({
    ...node,
    id: idOf(node.id),
    text: sidesOf(node.text),
    items: node.items.map(renamedNode),
    ...(node.table && { table: tableOf(node.table) }),
  })
  return {
    ...tree,
    recitals: tree.recitals.map(renamedNode),
    articles: tree.articles.map((one) => ({
      ...one,
      id: idOf(one.id),
      clauses: one.clauses.map(renamedNode),
    })),
    parties: tree.parties.map((one) => ({ ...one, key: key(one.key) })),
    signatures: tree.signatures.map((one) => ({ ...one, key: key(one.key) })),
  }
}
