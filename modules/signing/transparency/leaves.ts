import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { isLogged } from './logged-actions.ts'
import { entryOf, leafHash } from './merkle.ts'
import { hashesAt, rootOf, TILE } from './tree.ts'

interface LoggedAction {
  document: { id: string }
  action: string
  hash: string
}

/** Adds a row of an action log, if it belongs to a signing, in the transaction that adds the row. */
export async function addActionLeaf(trx: Db, { document, action, hash }: LoggedAction) {
  if (isLogged(action)) await addLeaf(trx, document.id, hash)
}

/** Adds a signed file by its SHA-256 in hex, in the transaction that stores it. */
export const addFileLeaf = (trx: Db, documentId: string, sha256: string) => addLeaf(trx, documentId, sha256)

/**
 * A leaf gets its position only at the next checkpoint, so that no other transaction has to wait for this
 * one.
 */
async function addLeaf(trx: Db, document_id: string, sha256: string) {
  await trx
    .insertInto('signing.log_leaf')
    .values({ document_id, sha256, salt: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes what these documents' entries mean; the entries themselves stay. */
export async function forgetLeaves(trx: Db, documentIds: string[]) {
  await trx.deleteFrom('signing.log_leaf').where('document_id', 'in', documentIds).execute()
}

const BATCH = 1000

/**
 * Appends all committed leaves to the log, in a transaction that holds the log's lock, and returns the log's
 * size. A leaf that is committed later is appended the next time, because it has no position until then.
 */
export async function appendLeaves(trx: Db): Promise<number> {
  let size = await sizeOf(trx)
  for (;;) {
    const leaves = await trx
      .selectFrom('signing.log_leaf')
      .select(['id', 'sha256', 'salt'])
      .where('position', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .forUpdate()
      .execute()
    if (leaves.length > 0) await append(trx, size, leaves)
    size += leaves.length
    if (leaves.length < BATCH) return size
  }
}

/** Number of entries. */
async function sizeOf(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('signing.log_entry')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}

interface Leaf {
  id: number
  sha256: string
  salt: Buffer
}

async function append(trx: Db, size: number, leaves: Leaf[]) {
  const entries = leaves.map(({ salt, sha256 }, n) => ({ position: size + n, entry: entryOf(salt, sha256) }))
  await trx.insertInto('signing.log_entry').values(entries).execute()
  await addHashes(
    trx,
    { level: 0, from: size },
    entries.map(({ entry }) => leafHash(entry)),
  )
  const ids = leaves.map(({ id }) => id)
  await sql`update signing.log_leaf as leaf set position = ${size}::int + given.place - 1
    from unnest(${ids}::bigint[]) with ordinality as given (id, place) where leaf.id = given.id`.execute(trx)
}

/** Adds hashes to the tree, and on the level above the roots of the tiles that they complete. */
async function addHashes(trx: Db, { level, from }: { level: number; from: number }, hashes: Buffer[]) {
  if (hashes.length === 0) return
  const rows = hashes.map((hash, n) => ({ level, position: from + n, hash }))
  await trx.insertInto('signing.log_hash').values(rows).execute()
  const firstTile = Math.floor(from / TILE)
  const roots: Buffer[] = []
  for (let tile = firstTile; (tile + 1) * TILE <= from + hashes.length; tile++)
    roots.push(rootOf(await hashesAt(trx, level, tile * TILE, TILE)))
  await addHashes(trx, { level: level + 1, from: firstTile }, roots)
}
