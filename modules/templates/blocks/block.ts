import { parse } from 'yaml'
import type { Path } from '#assembly/template/parse.ts'
import { staffNames } from '#modules/accounts/index.ts'
import { notFound } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { hasBlock } from '../authoring/ids.ts'
import { isPlainObject, openSource, type Source } from '../authoring/source.ts'
import { type Block, readBlocksInForce } from '../library/blocks-in-force.ts'
import { readShippedContext, shippedSource } from '../library/shipped.ts'
import { type LibraryEntry, libraryEntries } from '../library.ts'

/** A template that contains a block, with the source of its version in force. */
export interface BlockUser {
  entry: LibraryEntry
  yaml: string
}

/** The block in force with this name. Throws NOT_FOUND. */
export const findBlock = async (name: string): Promise<Block> =>
  (await readBlocksInForce()).find((one) => one.name === name) ?? notFound()

/** The templates that contain the block, including retired ones, sorted by code. */
export async function usersOf(db: Db, name: string): Promise<BlockUser[]> {
  const users = await sourcesInForce(db)
  return users.filter(({ yaml }) => blocksIn(yaml).includes(name))
}

/** Number of templates that contain each block. */
export async function countUsers(db: Db): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { yaml } of await sourcesInForce(db))
    for (const name of new Set(blocksIn(yaml))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

async function sourcesInForce(db: Db): Promise<BlockUser[]> {
  const entries = libraryEntries()
  const publishedVersions = await db
    .selectFrom('templates.published_template')
    .select(['code', 'version', 'yaml'])
    .where('code', 'in', ['', ...entries.filter(isPublished).map(({ template }) => template.code)])
    .execute()
  return Promise.all(
    entries.map(async (entry) => {
      const { code, version } = entry.template
      const match = publishedVersions.find((one) => one.code === code && one.version === version)
      return { entry, yaml: match?.yaml ?? (await shippedSource(code)) ?? '' }
    }),
  )
}

const isPublished = ({ source }: LibraryEntry) => source === 'published'

const blocksBySource = new Map<string, string[]>()

/**
 * The blocks that a source names. Each source is parsed only once, because there are few sources in force.
 */
function blocksIn(yaml: string): string[] {
  const cachedNames = blocksBySource.get(yaml)
  if (cachedNames) return cachedNames
  const data = parse(yaml) as { articles?: unknown }
  const articles = Array.isArray(data?.articles) ? data.articles : []
  const names = articles.filter(hasBlock).map((one) => String((one as { block: unknown }).block))
  if (blocksBySource.size > 500) blocksBySource.clear()
  blocksBySource.set(yaml, names)
  return names
}

/** A text of a block in its languages: printed wording (zh, hant, en), or a text shown to drafters. */
export interface BlockText {
  path: Path
  /**
   * The nearest id. `name` is the key of a text other than the wording, such as `guidance`; '' for the
   * wording.
   */
  id: string
  name: string
  texts: Record<string, string>
}

const LANGUAGES = [
  ['zh', 'hant', 'en'],
  ['zh_CN', 'zh_TW', 'en_US'],
]

/** All texts of a block in order; null if the source cannot be read. */
export function textsOf(yaml: string): { source: Source; texts: BlockText[] } | null {
  const source = openSource(yaml)
  return source && { source, texts: textsAt(source.data, [], '') }
}

function textsAt(part: unknown, path: Path, id: string): BlockText[] {
  if (Array.isArray(part)) return part.flatMap((one, index) => textsAt(one, [...path, index], id))
  if (!isPlainObject(part)) return []
  const partId = typeof part.id === 'string' ? part.id : id
  const keys = LANGUAGES.flat().filter((key) => typeof part[key] === 'string')
  const name = typeof path.at(-1) === 'string' && path.at(-1) !== 'text' ? String(path.at(-1)) : ''
  const texts = Object.fromEntries(keys.map((key) => [key, String(part[key]).trim()]))
  const partTexts = keys.length > 1 ? [{ path, id: partId, name, texts }] : []
  return [...partTexts, ...Object.entries(part).flatMap(([key, one]) => textsAt(one, [...path, key], partId))]
}

/** The versions that were published, newest first. */
export const findVersions = (db: Db, name: string) =>
  db
    .selectFrom('templates.published_block')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'published_by')
    .select(['version', 'reason', 'published_at', 'staff.name as staffName'])
    .where('templates.published_block.name', '=', name)
    .orderBy('version', 'desc')
    .execute()

export type BlockVersion = Awaited<ReturnType<typeof findVersions>>[number]

/** The source of a version; version 0 is the block shipped with the program. Throws NOT_FOUND. */
export async function findBlockSource(db: Db, name: string, version: number): Promise<string> {
  if (version === 0) return (await readShippedContext()).blocks[name] ?? notFound()
  const row = await db
    .selectFrom('templates.published_block')
    .select('yaml')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.yaml ?? notFound()
}
