import { sql } from 'kysely'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { DOCUMENTS } from './documents.ts'
import type { Fates, Personal } from './fate.ts'
import { ownedKind } from './files.ts'
import { ORDERS } from './orders.ts'
import { OUR_TABLES } from './ours.ts'
import { PEOPLE } from './people.ts'

export const FATES: Fates = { ...PEOPLE, ...DOCUMENTS, ...ORDERS, ...OUR_TABLES }
export const PERSONAL = Object.entries(FATES).filter(
  (entry): entry is [string, Personal] => 'own' in entry[1],
)

export type Row = Record<string, unknown>
export type Owner = Pick<Viewer, 'id' | 'teamId' | 'email'>

/** The rows of a table for which the SQL condition holds, with the ids of a person and their team. */
export async function rowsOf(
  db: Db,
  { id, teamId, email }: Owner,
  table: string,
  condition = 'true',
): Promise<Row[]> {
  const filled = condition
    .replaceAll(':account', `'${id}'`)
    .replaceAll(':team', `'${teamId}'`)
    .replaceAll(':email', `'${email}'`)
  const name = table.split('.').map((part) => `"${part}"`)
  const { rows } = await sql
    .raw<{ row: Row }>(
      `select to_jsonb(t) as row from (select * from ${name.join('.')} where ${filled}) as t`,
    )
    .execute(db)
  return rows.map(({ row }) => row)
}

/** The rows of a person in each table. */
export async function ownRows(db: Db, owner: Owner): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>()
  for (const [table, { own }] of PERSONAL) rows.set(table, await rowsOf(db, owner, table, own))
  return rows
}

/** The rows of a person that a data export must contain. */
export async function rowsToExport(db: Db, owner: Owner): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>()
  for (const [table, { own, internal = 'false' }] of PERSONAL)
    rows.set(table, await rowsOf(db, owner, table, `(${own}) and not (${internal})`))
  return rows
}

/**
 * Table, column and value of each value in the listed columns of these rows that data.json does not contain.
 */
export function missingValues(own: Map<string, Row[]>, data: Record<string, unknown>): unknown[] {
  const missing: unknown[] = []
  for (const [table, { exported: listed }] of PERSONAL) {
    if (typeof listed === 'string') continue
    const [key, ...columns] = listed
    const text = JSON.stringify(data[key] ?? null)
    for (const row of own.get(table)!)
      for (const column of columns)
        if (!text.includes(shownValue(row[column]))) missing.push([table, column, row[column]])
  }
  return missing
}

/** Tables of the data export in whose listed columns a person has no value. */
export const emptyTables = (own: Map<string, Row[]>): string[] =>
  PERSONAL.filter(([table, { exported: listed }]) => {
    if (typeof listed === 'string') return false
    const [, ...columns] = listed
    return !own.get(table)!.some((row) => columns.some((column) => shownValue(row[column])))
  }).map(([table]) => table)

/** The value of a column as data.json contains it. */
function shownValue(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return JSON.stringify(/^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text) : text).slice(1, -1)
}

interface Stored {
  keys: string[]
  read: (key: string) => Promise<Uint8Array>
}

/**
 * The kinds of a person's stored files that an archive does not contain, and all kinds that were checked.
 */
export async function missingFiles(
  db: Db,
  viewer: Viewer,
  archive: Map<string, Buffer>,
  { keys, read }: Stored,
): Promise<{ missing: string[]; kinds: string[] }> {
  const contents = [...archive.values()]
  const hashes = new Set(contents.map(hashOf))
  const missing: string[] = []
  const kinds = new Set<string>()
  for (const key of keys) {
    const kind = await ownedKind(db, viewer, key)
    if (!kind) continue
    kinds.add(kind)
    const bytes = Buffer.from(await read(key))
    // A signature is appended to a file, so the signed file begins with its earlier revisions.
    const isIncluded =
      hashes.has(hashOf(bytes)) || contents.some((one) => one.subarray(0, bytes.length).equals(bytes))
    if (!isIncluded) missing.push(key)
  }
  return { missing, kinds: [...kinds].sort() }
}
