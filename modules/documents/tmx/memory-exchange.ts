import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Side } from '#assembly/answers.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { MemoryFault } from '../translation/schema.ts'
import type { ReadPair } from './read-tmx.ts'
import { TMX_FOOT, TMX_HEAD, type TranslationPair, unitOf } from './write-tmx.ts'

/** The maximum number of pairs of a team. */
export const MAX_PAIRS = 200_000
const BATCH_SIZE = 1000
/** The number of imports that the page shows. */
const MAX_SHOWN = 5
/** The maximum number of faults stored for an import. */
export const MAX_FAULTS = 50

/**
 * Requires the team's administrator, because imported pairs do not come from a document that members can
 * see.
 */
export const requireMemory = (viewer: Viewer) => requirePermission(viewer, 'team.edit')

/** The number of the team's pairs, and its latest imports. */
export async function findMemory(db: Db, viewer: Viewer) {
  requireMemory(viewer)
  const imports = await db
    .selectFrom('documents.memory_import')
    .selectAll()
    .where('team_id', '=', viewer.teamId)
    .orderBy('created_at', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return { imports, count: await countPairs(db, viewer.teamId) }
}

export type Memory = Awaited<ReturnType<typeof findMemory>>

async function countPairs(db: Db, teamId: string): Promise<number> {
  const { count } = await db
    .selectFrom('documents.translation_pair')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The team's memory as TMX, in chunks. */
export async function* exportMemory(db: Db, viewer: Viewer): AsyncGenerator<string> {
  yield TMX_HEAD
  let lastKeys = ['', '']
  for (;;) {
    const rows = await pairsAfter(db, viewer.teamId, lastKeys)
    yield rows.map(unitOf).join('')
    const lastPair = rows.at(-1)
    if (!lastPair || rows.length < BATCH_SIZE) break
    lastKeys = [lastPair.zh_key, lastPair.en_key]
  }
  yield TMX_FOOT
}

/** The next pairs after these keys, in the order of the unique index. */
const pairsAfter = (db: Db, teamId: string, [zh, en]: string[]): Promise<(TranslationPair & ImportKeys)[]> =>
  db
    .selectFrom('documents.translation_pair')
    .select(['zh', 'en', 'noted_at'])
    .select([sql<string>`md5(zh)`.as('zh_key'), sql<string>`md5(en)`.as('en_key')])
    .where('team_id', '=', teamId)
    .where(sql<boolean>`(md5(zh), md5(en)) > (${zh}, ${en})`)
    .orderBy(sql`md5(zh)`)
    .orderBy(sql`md5(en)`)
    .limit(BATCH_SIZE)
    .execute()

interface ImportKeys {
  zh_key: string
  en_key: string
}

interface MemoryImport {
  fileName: string
  pairs: ReadPair[]
  faults: MemoryFault[]
  /** Whether the file's translation replaces a different one in the memory. */
  replace: boolean
}

/**
 * Adds pairs to the team's memory, all or none, and records the file they came from. For a text that the
 * memory translates differently, the file's pair is skipped or, with `replace`, becomes the latest. Throws
 * INVALID_FIELD when the memory would have too many.
 */
export async function importMemory(
  db: Db,
  viewer: Viewer,
  { fileName, pairs, faults, replace }: MemoryImport,
) {
  requireMemory(viewer)
  const { teamId } = viewer
  const id = newId()
  const uniquePairs = [...new Map(pairs.map((pair) => [`${pair.zh}\n${pair.en}`, pair])).values()]
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`memory ${teamId}`}, 0))`.execute(trx)
    const importRow = { id, team_id: teamId, account_id: viewer.id, file_name: fileName, created_at: now() }
    const refusals = { faults: JSON.stringify(faults.slice(0, MAX_FAULTS)), refused: faults.length }
    const initialCounts = {
      added: 0,
      same: pairs.length - uniquePairs.length,
      differing: 0,
      replaced: replace,
    }
    await trx
      .insertInto('documents.memory_import')
      .values({ ...importRow, ...refusals, ...initialCounts })
      .execute()
    const counts = { added: 0, same: initialCounts.same, differing: 0 }
    for (let offset = 0; offset < uniquePairs.length; offset += BATCH_SIZE) {
      const batchCounts = await addPairs(
        trx,
        { id, teamId, replace },
        uniquePairs.slice(offset, offset + BATCH_SIZE),
      )
      counts.added += batchCounts.added
      counts.same += batchCounts.same
      counts.differing += batchCounts.differing
    }
    if ((await countPairs(trx, teamId)) > MAX_PAIRS)
      throw new AppError('INVALID_FIELD', { max: MAX_PAIRS }, 'documents.memory.wrong.full')
    await trx.updateTable('documents.memory_import').set(counts).where('id', '=', id).execute()
  })
}

async function addPairs(
  trx: Db,
  { id, teamId, replace }: { id: string; teamId: string; replace: boolean },
  pairs: ReadPair[],
) {
  const otherTranslations = await findOtherTranslations(trx, teamId, id, pairs)
  const isDifferent = ({ zh, en }: ReadPair) =>
    !otherTranslations.pairs.has(`${zh}\n${en}`) &&
    (otherTranslations.zh.has(zh) || otherTranslations.en.has(en))
  const differingPairs = pairs.filter(isDifferent)
  const acceptedPairs = replace ? pairs : pairs.filter((pair) => !isDifferent(pair))
  const createdAt = now()
  const inserted = await insertPairs(
    trx,
    acceptedPairs.map((pair) => ({
      team_id: teamId,
      zh: pair.zh,
      en: pair.en,
      import_id: id,
      noted_at: pair.at && pair.at < createdAt && !(replace && isDifferent(pair)) ? pair.at : createdAt,
    })),
  )
  return { added: inserted, same: acceptedPairs.length - inserted, differing: differingPairs.length }
}

/** The memory's pairs for these texts, without those from the same file. */
async function findOtherTranslations(trx: Db, teamId: string, importId: string, pairs: ReadPair[]) {
  const sameTextOn = (side: Side) =>
    trx
      .selectFrom('documents.translation_pair')
      .select(['zh', 'en'])
      .where('team_id', '=', teamId)
      .where('import_id', 'is distinct from', importId)
      .where(sql<boolean>`md5(${sql.ref(side)}) = any(${pairs.map((pair) => md5(pair[side]))}::text[])`)
  const rows = await sameTextOn('zh').union(sameTextOn('en')).execute()
  return {
    zh: new Set(rows.map(({ zh }) => zh)),
    en: new Set(rows.map(({ en }) => en)),
    pairs: new Set(rows.map(({ zh, en }) => `${zh}\n${en}`)),
  }
}

/** The hash in the index. */
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

interface NewPair extends TranslationPair {
  team_id: string
  import_id: string
}

/** Inserts pairs; returns how many of them are new. */
async function insertPairs(trx: Db, rows: NewPair[]): Promise<number> {
  if (!rows.length) return 0
  const inserted = await trx
    .insertInto('documents.translation_pair')
    .values(rows)
    .onConflict((oc) => oc.expression(sql`team_id, md5(zh), md5(en)`).doNothing())
    .returning(sql`1`.as('one'))
    .execute()
  return inserted.length
}

/**
 * Removes the pairs of an import, except those that a document has confirmed since; a second call does
 * nothing. Throws NOT_FOUND for an unknown import and for an import of another team.
 */
export async function undoImport(db: Db, viewer: Viewer, id: string) {
  requireMemory(viewer)
  if (!isId(id)) notFound()
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('documents.memory_import')
      .set((eb) => ({ undone_at: eb.fn.coalesce('undone_at', eb.val(now())) }))
      .where('id', '=', id)
      .where('team_id', '=', viewer.teamId)
      .executeTakeFirst()
    if (update.numUpdatedRows !== 1n) notFound()
    await trx
      .deleteFrom('documents.translation_pair')
      .where('import_id', '=', id)
      .where('team_id', '=', viewer.teamId)
      .execute()
  })
}
