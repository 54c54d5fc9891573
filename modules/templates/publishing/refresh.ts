import { MINUTE } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive } from '#src/live/notify.ts'
import { putBlocksInForce } from '../library/blocks-in-force.ts'
import { shippedNotes, shippedPronunciation, shippedTemplates } from '../library/shipped.ts'
import { type LibraryEntry, libraryEntries, putInForce } from '../library.ts'

/** How often the library is read again even without a notification. */
const REFRESH_EVERY = 5 * MINUTE

let lastRefresh: Promise<void> = Promise.resolve()

/**
 * Puts the templates of the database and the shipped files in force in this process. Refreshes run one after
 * the other.
 */
export function refreshLibrary(db: Db): Promise<void> {
  lastRefresh = lastRefresh.catch(() => {}).then(() => readLibrary(db))
  return lastRefresh
}

/** Makes every process refresh its library once the transaction is committed. */
export const notifyLibraryChange = (trx: Db) => notifyLive(trx, ['library'], 'library')

/** Refreshes the library regularly, in case a notification was lost. Returns a function that stops it. */
export function refreshRegularly(db: Db): () => Promise<void> {
  const refreshAgain = () =>
    refreshLibrary(db).catch((error) => log.warn({ error: String(error) }, 'library not read'))
  const timer = setInterval(refreshAgain, REFRESH_EVERY).unref()
  return async () => {
    clearInterval(timer)
    await lastRefresh.catch(() => {})
  }
}

async function readLibrary(db: Db) {
  const entryRows = await db.selectFrom('templates.library_entry').selectAll().execute()
  const publishedTemplates = await readPublished(db)
  putBlocksInForce(await readBlocks(db))
  const codes = new Set(
    [...shippedTemplates, ...publishedTemplates.map(({ template }) => template)].map(codeOf),
  )
  putInForce(
    [...codes].map((code): LibraryEntry => {
      const entry = entryRows.find((one) => one.code === code)
      const publishedTemplate = publishedTemplates.find(({ template }) => template.code === code)
      const template = publishedTemplate?.template ?? shippedTemplates.find((one) => one.code === code)!
      return {
        template,
        spoken: publishedTemplate ? publishedTemplate.spoken : shippedPronunciation(code),
        source: publishedTemplate ? 'published' : 'shipped',
        mainLaw: publishedTemplate ? publishedTemplate.mainLaw : shippedNotes(code).law,
        since: entry?.first_seen_at ?? null,
        versionSince: publishedTemplate?.at ?? entry?.version_at ?? null,
        retiredAt: entry?.retired_at ?? null,
      }
    }),
  )
}

const codeOf = ({ code }: { code: string }) => code

/**
 * The newest published version of each code, unless a newer one is shipped. Does not query versions that are
 * already in force.
 */
async function readPublished(db: Db) {
  const newestVersions = await db
    .selectFrom('templates.published_template')
    .distinctOn('code')
    .select(['code', 'version', 'published_at'])
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute()
  const relevantVersions = newestVersions.filter(
    ({ code, version }) => version >= (shippedTemplates.find((one) => one.code === code)?.version ?? 0),
  )
  return Promise.all(
    relevantVersions.map(async ({ code, version, published_at: publishedAt }) => {
      const current = libraryEntries().find(
        ({ template, source, versionSince }) =>
          template.code === code &&
          template.version === version &&
          source === 'published' &&
          versionSince?.getTime() === publishedAt.getTime(),
      )
      const { template, spoken, mainLaw } = current ?? (await readTemplate(db, code, version))
      return { at: publishedAt, template, spoken, mainLaw }
    }),
  )
}

async function readTemplate(db: Db, code: string, version: number) {
  const { notes, ...template } = await db
    .selectFrom('templates.published_template')
    .select(['template', 'spoken', 'notes'])
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return { ...template, mainLaw: notes.law }
}

/** The newest version of each published block. */
const readBlocks = (db: Db) =>
  db
    .selectFrom('templates.published_block')
    .distinctOn('name')
    .select(['name', 'version', 'yaml'])
    .orderBy('name')
    .orderBy('version', 'desc')
    .execute()
