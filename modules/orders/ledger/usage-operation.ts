import * as v from 'valibot'
import { addOperation } from '#src/http/programs/operation.ts'
import { usageSummary } from './usage-summary.ts'

addOperation({
  method: 'get',
  path: '/usage',
  scope: 'usage:read',
  answer: v.object({
    items: v.array(v.object({ kind: v.string(), unused: v.number(), total: v.number() })),
  }),
  handle: async ({ db, viewer }) => {
    const lines = await usageSummary(db, viewer)
    return { items: lines.map(({ kind, unused, total }) => ({ kind, unused, total })) }
  },
})
