import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { config } from '#src/core/config.ts'
import { keyedHash } from '#src/core/secrets.ts'

const Content = { sha256: v.string(), bytes: v.number() }

/**
 * The contents of a backup. The manifest is written last, so a folder without it is not a complete backup.
 */
const Manifest = v.object({
  format: v.literal(1),
  id: v.string(),
  /** The time of the database snapshot; the files belong to the same time. */
  madeAt: v.string(),
  /** Identifies SECRET_KEY without revealing it. */
  secretKey: v.string(),
  migrations: v.array(v.string()),
  /** The version of the queue's tables. */
  queue: v.number(),
  tables: v.array(
    v.object({
      name: v.string(),
      columns: v.array(v.string()),
      rows: v.number(),
      file: v.string(),
      sha256: v.string(),
    }),
  ),
  sequences: v.array(v.object({ name: v.string(), value: v.nullable(v.number()) })),
  files: v.array(v.object({ key: v.string(), ...Content })),
  /** Files that were missing or damaged when the backup was made. */
  lost: v.array(v.string()),
})

export type Manifest = v.InferOutput<typeof Manifest>

const NAME = 'manifest.json'

export const FILES_FOLDER = 'files'
export const DATABASE_FOLDER = 'database'

export const hashOfSecretKey = (id: string) => keyedHash(config.secretKey, `backup ${id}`)

export async function writeManifest(folder: string, manifest: Manifest) {
  const unfinished = join(folder, `${NAME}.part`)
  await writeFile(unfinished, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, join(folder, NAME))
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => null)
  if (text === null) throw new Error(`${folder} holds no complete backup: it has no ${NAME}`)
  const parsed = v.safeParse(Manifest, JSON.parse(text))
  if (!parsed.success) throw new Error(`${join(folder, NAME)} is not of a kind that this version knows`)
  return parsed.output
}
