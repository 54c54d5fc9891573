import { type RawBuilder, sql } from 'kysely'
import { isId } from '#src/core/ids.ts'
import { isMoment, type Order } from '#src/db/keyset.ts'

/** An entry of a queue. */
export interface DueEntry {
  id: string
  /** Null for an entry that an earlier version stored; such entries come first. */
  due_at: Date | null
  /** 0 for a customer whose package has priority, otherwise 1. */
  rank: number
}

const EPOCH = new Date(0)

/** The order of a queue: by due date; within a day higher support levels first; then by arrival. */
export function dueOrder(table: string, rank: RawBuilder<number>): Order<DueEntry> {
  return {
    keys: [
      {
        column: sql`coalesce(${sql.ref(`${table}.due_at`)}, ${EPOCH}::timestamptz)`,
        textOf: ({ due_at }) => (due_at ?? EPOCH).toISOString(),
        isText: isMoment,
        parameterOf: (text) => sql`${new Date(text)}::timestamptz`,
      },
      {
        column: rank,
        textOf: (row) => String(row.rank),
        isText: (text) => text === '0' || text === '1',
        parameterOf: (text) => sql`${Number(text)}::integer`,
      },
      {
        column: sql.ref(`${table}.id`),
        textOf: ({ id }) => id,
        isText: isId,
        parameterOf: (text) => sql`${text}::uuid`,
      },
    ],
    descending: false,
  }
}
