import { sql } from 'kysely'
import { isId } from '#src/core/ids.ts'
import { isMoment, type Key, type Order } from '#src/db/keyset.ts'

/**
 * By time: latest change first. By name: in the order of pinyin and the alphabet. By status: the least
 * advanced first.
 */
export const SORTS = ['recent', 'oldest', 'name', 'name-desc', 'status', 'status-desc'] as const
export type Sort = (typeof SORTS)[number]

export const isSort = (text: string | undefined): text is Sort => SORTS.includes(text as Sort)

/** The columns by which a list is ordered. */
export interface ListColumns {
  id: string
  name: string
  stage: number
  updated_at: Date
}

const ID: Key<ListColumns> = {
  column: sql`document.id`,
  textOf: ({ id }) => id,
  isText: isId,
  parameterOf: (text) => sql`${text}::uuid`,
}
const TIME_KEY: Key<ListColumns> = {
  column: sql`document.updated_at`,
  textOf: (row) => row.updated_at.toISOString(),
  isText: isMoment,
  parameterOf: (text) => sql`${new Date(text)}::timestamptz`,
}
const NAME: Key<ListColumns> = {
  column: sql`document.name collate documents.by_name`,
  textOf: ({ name }) => name,
  isText: (text) => text.length <= 200 && !text.includes('\0'),
  parameterOf: (text) => sql`${text}::text`,
}
const STAGE: Key<ListColumns> = {
  column: sql`document.stage`,
  textOf: ({ stage }) => String(stage),
  isText: (text) => /^\d$/.test(text),
  parameterOf: (text) => sql`${Number(text)}::smallint`,
}

/** Each order has an index, with the id last. */
export const ORDERS: Record<Sort, Order<ListColumns>> = {
  recent: { keys: [TIME_KEY, ID], descending: true },
  oldest: { keys: [TIME_KEY, ID], descending: false },
  name: { keys: [NAME, ID], descending: false },
  'name-desc': { keys: [NAME, ID], descending: true },
  status: { keys: [STAGE, TIME_KEY, ID], descending: true },
  'status-desc': { keys: [STAGE, TIME_KEY, ID], descending: false },
}
