import type { ClauseNode, DocumentTree, Run, Sides, TableNode } from '../tree.ts'
import type { CarriedFields } from './fields.ts'

/** Maps ids of the old version to ids of the new one. */
export interface Renaming {
  fields: Pick<CarriedFields, 'mark'>
  key(old: string): string
  /** Clauses, items and articles by old id; null when the new version has no such part. */
  parts: Map<string, string | null>
}

/**
 * Renames all ids of the tree that a document printed before, so that a mere change of ids does not show as
 * a change of the document.
 */
export function renameTree(tree: DocumentTree, { fields, key, parts }: Renaming): DocumentTree {
  const idOf = (id: string) => parts.get(id) ?? id
  const runOf = (run: Run): Run => {
    if (!run.of) return run
    if (run.kind === 'party') {
      const [old = '', ...attribute] = run.of.split('.')
      return { ...run, of: [key(old), ...attribute].join('.') }
    }
    const field = run.kind === 'field' ? fields.mark(run.of) : undefined
    return { ...run, of: field && 'id' in field ? field.id : idOf(run.of) }
  }
  const tableOf = (table: TableNode): TableNode => {
    const field = fields.mark(table.field)
    return field && 'id' in field ? { ...table, field: field.id } : table
  }
  const sidesOf = ({ zh, en }: Sides<Run[]>) => ({ zh: zh.map(runOf), en: en.map(runOf) })
  const nodeOf = (node: ClauseNode): ClauseNode => ({
    ...node,
    id: idOf(node.id),
    text: sidesOf(node.text),
    items: node.items.map(nodeOf),
    ...(node.table && { table: tableOf(node.table) }),
  })
  return {
    ...tree,
    recitals: tree.recitals.map(nodeOf),
    articles: tree.articles.map((one) => ({ ...one, id: idOf(one.id), clauses: one.clauses.map(nodeOf) })),
    parties: tree.parties.map((one) => ({ ...one, key: key(one.key) })),
    signatures: tree.signatures.map((one) => ({ ...one, key: key(one.key) })),
  }
}
