import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { SigningFault } from '#modules/signing/providers/builtin/pades/signing-fault.ts'
import { makeCheckpoint } from '#modules/signing/transparency/checkpoint.ts'
import { addFileLeaf, forgetLeaves } from '#modules/signing/transparency/leaves.ts'
import { retireLogKey } from '#modules/signing/transparency/log-key.ts'
import { inclusionProof } from '#modules/signing/transparency/tree.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { ALL_LARGE } from '#tests/support/runs.ts'

// An independent implementation of RFC 9162 and C2SP tlog-tiles, which uses no code of the product.
const sha256 = (...parts: Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const leafOf = (data: Uint8Array) => sha256(Buffer.from([0]), data)
const node = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.from([1]), left, right)
const half = (n: number) => 2 ** (Math.ceil(Math.log2(n)) - 1)

/** The Merkle tree hash MTH(D[n]) of RFC 9162, 2.1.1, over the hashes of the leaves. */
function mth(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0]!
  const k = half(leaves.length)
  return node(mth(leaves.slice(0, k)), mth(leaves.slice(k)))
}

/** Inclusion proof, RFC 9162, 2.1.3.2. */
function holdsInclusion(hash: Buffer, index: number, size: number, proof: Buffer[], root: Buffer): boolean {
  if (index >= size) return false
  let [fn, sn, r] = [index, size - 1, hash]
  for (const p of proof) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      r = node(p, r)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    } else r = node(r, p)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 && r.equals(root)
}

/** SUBPROOF, RFC 9162, 2.1.4.1. */
function subproof(m: number, leaves: Buffer[], whole: boolean): Buffer[] {
  const n = leaves.length
  if (m === n) return whole ? [] : [mth(leaves)]
  const k = half(n)
  if (m <= k) return [...subproof(m, leaves.slice(0, k), whole), mth(leaves.slice(k))]
  return [...subproof(m - k, leaves.slice(k), false), mth(leaves.slice(0, k))]
}

/** Consistency proof, RFC 9162, 2.1.4.2. */
function holdsConsistency(m: number, n: number, first: Buffer, second: Buffer, given: Buffer[]): boolean {
  if (m === n) return given.length === 0 && first.equals(second)
  const path = Number.isInteger(Math.log2(m)) ? [first, ...given] : [...given]
  if (path.length === 0) return false
  let [fn, sn] = [m - 1, n - 1]
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  let [fr, sr] = [path[0]!, path[0]!]
  for (const c of path.slice(1)) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      fr = node(c, fr)
      sr = node(c, sr)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    } else sr = node(sr, c)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return fr.equals(first) && sr.equals(second) && sn === 0
}

let db: Db
let client: Client

beforeAll(async () => {
  db = await testDatabase()
  client = newClient(db)
})

const DOCUMENT = '00000000-0000-7000-8000-000000000001'

async function addLeaves(count: number) {
  for (let n = 0; n < count; n++) await addFileLeaf(db, DOCUMENT, randomBytes(32).toString('hex'))
}

async function bytesAt(path: string): Promise<Buffer> {
  const answer = await client.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return Buffer.from(await answer.arrayBuffer())
}

/** The published checkpoint, after a check of its signature. */
async function checkpoint() {
  const note = (await bytesAt('/log/checkpoint')).toString()
  const keys = (await bytesAt('/log/key')).toString().trim().split('\n')
  const [text, signature] = note.split('\n\n') as [string, string]
  const [, name, encoded] = /^— (\S+) (\S+)\n$/.exec(signature)!
  const [origin, size, root] = text.split('\n') as [string, string, string]
  expect(name).toBe(origin)
  const signed = Buffer.from(encoded!, 'base64')
  const key = keys.map((line) => line.split('+')).find(([, hash]) => hash === signed.toString('hex', 0, 4))!
  const bytes = Buffer.from(key[2] === undefined ? '' : key.slice(2).join('+'), 'base64')
  expect(bytes[0]).toBe(1)
  expect(sha256(Buffer.from(`${origin}\n`), bytes).toString('hex', 0, 4)).toBe(key[1])
  const x = bytes.subarray(1).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, Buffer.from(`${text}\n`), publicKey, signed.subarray(4))).toBe(true)
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

const partOfTile = (size: number, tile: number) => Math.min(256, size - 256 * tile)
const named = (n: number, width: number) => `${String(n).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`

/** All entries of a log of this size, after a comparison of their hashes with the tiles. */
async function leavesOf(size: number): Promise<Buffer[]> {
  const leaves: Buffer[] = []
  for (let tile = 0; tile * 256 < size; tile++) {
    const place = named(tile, partOfTile(size, tile))
    const bundle = await bytesAt(`/log/tile/entries/${place}`)
    const own: Buffer[] = []
    for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
      own.push(leafOf(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at))))
    expect(own).toHaveLength(partOfTile(size, tile))
    expect((await bytesAt(`/log/tile/0/${place}`)).equals(Buffer.concat(own))).toBe(true)
    leaves.push(...own)
  }
  return leaves
}

const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 31, 64, 100, 255, 256, 257, 300, 511, 512, 513, 700]
const LONG_SIZES = ALL_LARGE ? [1023, 4097, 65_535, 65_536, 65_537, 70_000] : []

test('root, inclusion and consistency are those of RFC 9162 at every size', async () => {
  expect((await client.get('/log/checkpoint')).status).toBe(404)
  await makeCheckpoint(db)
  expect((await client.get('/log/checkpoint')).status).toBe(404)
  const roots = new Map<number, Buffer>()
  for (const size of [...SIZES, ...LONG_SIZES]) {
    await addLeaves(size - Math.max(0, ...roots.keys()))
    await Promise.all([makeCheckpoint(db), makeCheckpoint(db)])
    const latest = await checkpoint()
    expect(latest.size).toBe(size)
    const leaves = await leavesOf(size)
    expect([size, mth(leaves).equals(latest.root)]).toEqual([size, true])
    const tried = [0, Math.floor(size / 2), Math.floor(Math.random() * size), size - 1]
    for (const index of tried) {
      const proof = await inclusionProof(db, index, size)
      const answers = [index, leaves.length].map((at) =>
        holdsInclusion(leaves[at] ?? leafOf(Buffer.alloc(1)), index, size, proof, latest.root),
      )
      expect([size, index, ...answers]).toEqual([size, index, true, false])
    }
    for (const [earlier, root] of roots) {
      const proof = subproof(earlier, leaves, true)
      expect([earlier, size, holdsConsistency(earlier, size, root, latest.root, proof)]).toEqual([
        earlier,
        size,
        true,
      ])
    }
    roots.set(size, latest.root)
  }
  const tiles = Math.floor(Math.max(...roots.keys()) / 256)
  const above = await bytesAt(`/log/tile/1/${named(0, Math.min(256, tiles))}`)
  const first = await bytesAt('/log/tile/0/000')
  expect(above.subarray(0, 32)).toEqual(
    mth(Array.from({ length: 256 }, (_, n) => first.subarray(32 * n, 32 * n + 32))),
  )
})

test('each tile is served with its type and caching, and a missing one is not found', async () => {
  const headers = async (path: string) => {
    const answer = await client.get(path)
    return [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]
  }
  expect(await headers('/log/checkpoint')).toEqual([200, 'text/plain; charset=utf-8', 'no-cache'])
  const tile = [200, 'application/octet-stream', 'public, max-age=31536000, immutable']
  expect(await headers('/log/tile/0/000')).toEqual(tile)
  expect(await headers('/log/tile/entries/001.p/3')).toEqual(tile)
  for (const wrong of [
    '0/999',
    '0/00',
    '0/0000',
    '0/x000/001',
    '0/x999/999',
    '0/000.p/0',
    '0/000.p/256',
    '1/000',
    '4/000',
    '-1/000',
    'entries/999',
    'entries/',
  ])
    expect([wrong, (await client.get(`/log/tile/${wrong}`)).status]).toEqual([wrong, 404])
})

test('a leaf waits for the end of its transaction, and is neither skipped nor repeated', async () => {
  const before = (await checkpoint()).size
  const hash = randomBytes(32).toString('hex')
  let end = () => {}
  const ended = new Promise<void>((done) => (end = done))
  let began = () => {}
  const begun = new Promise<void>((done) => (began = done))
  const slow = db.transaction().execute(async (trx) => {
    await addFileLeaf(trx, DOCUMENT, hash)
    began()
    await ended
  })
  await begun
  await addLeaves(1)
  await makeCheckpoint(db)
  expect((await checkpoint()).size).toBe(before + 1)
  end()
  await slow
  await addFileLeaf(db, DOCUMENT, hash)
  await makeCheckpoint(db)
  await makeCheckpoint(db)
  expect((await checkpoint()).size).toBe(before + 2)
  const positions = await db.selectFrom('signing.log_leaf').select('position').orderBy('position').execute()
  expect(positions.map(({ position }) => position)).toEqual(positions.map((_, index) => index))
})

test('the log can only be appended to, and signs nothing after it was changed', async () => {
  const deeds = [
    sql`update signing.log_entry set entry = '\\x00' where position = 0`,
    sql`delete from signing.log_entry where position = 0`,
    sql`update signing.log_hash set hash = '\\x00' where position = 0`,
    sql`delete from signing.log_hash where level = 0`,
    sql`delete from signing.log_checkpoint`,
    sql`truncate signing.log_hash`,
  ]
  for (const deed of deeds) await expect(deed.execute(db)).rejects.toThrow('append-only')
  const { size } = await checkpoint()
  await addLeaves(1)
  await sql`alter table signing.log_hash disable trigger user`.execute(db)
  const { rows } = await sql<{ hash: Buffer }>`update signing.log_hash set hash = sha256(hash)
    where level = 0 and position = ${size - 1} returning hash`.execute(db)
  expect(rows).toHaveLength(1)
  await expect(makeCheckpoint(db)).rejects.toThrow('not those of its last checkpoint')
  expect((await checkpoint()).size).toBe(size)
  const { rows: known } = await sql<{ entry: Buffer }>`select entry from signing.log_entry
    where position = ${size - 1}`.execute(db)
  await sql`update signing.log_hash set hash = ${leafOf(known[0]!.entry)} where level = 0 and position = ${size - 1}`.execute(
    db,
  )
  await sql`alter table signing.log_hash enable trigger user`.execute(db)
  await makeCheckpoint(db)
  expect((await checkpoint()).size).toBe(size + 1)
})

test('another key signs the next checkpoint, and a key that does not open signs none', async () => {
  await retireLogKey(db)
  await addLeaves(1)
  await makeCheckpoint(db)
  await checkpoint()
  expect((await bytesAt('/log/key')).toString().trim().split('\n')).toHaveLength(2)
  const { size } = await checkpoint()
  await addLeaves(1)
  const secret = config.secretKey
  config.secretKey = 'another secret, as long as one has to be, for nothing opens with it'
  try {
    await expect(makeCheckpoint(db)).rejects.toThrow(SigningFault)
  } finally {
    config.secretKey = secret
  }
  expect((await checkpoint()).size).toBe(size)
})

test('erased records leave their entries, which no longer mean anything', async () => {
  await makeCheckpoint(db)
  const before = await checkpoint()
  await forgetLeaves(db, [DOCUMENT])
  await makeCheckpoint(db)
  expect(await checkpoint()).toEqual(before)
  expect(mth(await leavesOf(before.size)).equals(before.root)).toBe(true)
  expect(
    await db.selectFrom('signing.log_leaf').select('salt').where('document_id', '=', DOCUMENT).execute(),
  ).toEqual([])
})
