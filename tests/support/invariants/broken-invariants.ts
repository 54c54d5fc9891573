import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { OF_DOCUMENTS } from './of-documents.ts'
import { OF_MONEY } from './of-money.ts'
import { OF_PEOPLE } from './of-people.ts'
import { OF_SIGNING } from './of-signing.ts'

export const INVARIANTS = [...OF_PEOPLE, ...OF_DOCUMENTS, ...OF_SIGNING, ...OF_MONEY]

/** The violated invariants, each with some of the rows that violate it. */
export async function brokenInvariants(db: Db): Promise<{ name: string; rows: unknown[] }[]> {
  const broken: { name: string; rows: unknown[] }[] = []
  for (const { name, breaking } of INVARIANTS) {
    const { rows } = await sql.raw(`${breaking} limit 5`).execute(db)
    if (rows.length) broken.push({ name, rows })
  }
  return broken
}
