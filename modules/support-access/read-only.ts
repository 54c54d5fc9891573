import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { AppError } from '#src/core/errors.ts'

const WRITING_NODE = /"kind":"(?:Insert|Update|Delete|Merge)QueryNode"|"modifier":"For[A-Z]/
const WRITING_SQL = /\b(?:insert|update|delete|merge|truncate|notify|pg_notify|nextval|call|copy|lock)\b/i
const READING_ROOT = new Set<RootOperationNode['kind']>(['SelectQueryNode', 'RawNode'])

function refuseWriting(node: RootOperationNode) {
  const text = JSON.stringify(node, (key, value) => (key === 'value' ? undefined : value))
  const raw = [...text.matchAll(/"sqlFragments":(\[[^\]]*\])/g)].some(([, sql]) =>
    WRITING_SQL.test(sql ?? ''),
  )
  if (READING_ROOT.has(node.kind) && !WRITING_NODE.test(text) && !raw) return
  throw new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.notShown')
}

/** A database that refuses every statement but one that only reads, also within its transactions. */
export const onlyReading: KyselyPlugin = {
  transformQuery: ({ node }) => {
    refuseWriting(node)
    return node
  },
  transformResult: async ({ result }) => result,
}
