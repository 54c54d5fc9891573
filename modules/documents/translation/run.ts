import { sql } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import { machineMark, twinAt } from '#assembly/open-points/machine-points.ts'
import { opposite } from '#assembly/twins.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { config } from '#src/core/config.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { actorOf, logAction } from '../audit-log.ts'
import type { Document } from '../document.ts'
import { enteredText } from '../drafts/entered-text.ts'
import { recordVersion } from '../versions/version.ts'
import { type Language, translateText } from './endpoint.ts'
import { maskText } from './masked-text.ts'
import { pairsFor, translationsFrom } from './memory.ts'
import { hasPersonalData } from './outgoing.ts'
import { particularsOf } from './particulars.ts'
import { endTranslation, type Translation } from './progress.ts'
import { type TranslationUnit, unitsOf, writeTarget } from './units.ts'

/** The number of concurrent requests. */
const CONCURRENCY = 3

/**
 * Translates a document from the memory, and the rest with the endpoint, if there is one. Texts with
 * personal data are not sent, and personal details in other texts are masked. Writes nothing until all texts
 * are translated, so that a failure leaves the document unchanged.
 */
export const translateDocument = job<{ id: string }>('translate-document', async (db, { id }) => {
  const run = await findRun(db, id)
  if (!run) return
  const { translation, document } = run
  const units = unitsOf(document.template, document.answers, translation.everything)
  try {
    const texts = await textsFor(db, translation, document, units)
    await db.transaction().execute((trx) => writeTexts(trx, translation, document, units, texts))
  } catch (error) {
    log.warn({ event: 'translation failed', document: document.id, error: String(error) }, 'translation')
    await db.transaction().execute((trx) => endTranslation(trx, document.id, 'failed', id))
  }
})

async function findRun(db: Db, id: string) {
  const translation = await db
    .selectFrom('documents.translation')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (!translation) return null
  const document = await db
    .selectFrom('documents.document')
    .selectAll()
    .where('id', '=', translation.document_id)
    .executeTakeFirst()
  return document ? { translation, document: document as Document } : null
}

class Cancelled extends Error {}

interface RunTexts {
  /** The translated texts, by unit. */
  texts: Map<string, string>
  /** The texts that people confirmed in an earlier document. */
  confirmedTexts: Map<string, string>
}

/** Translates the units. Texts of an earlier attempt that crashed are not sent again. */
async function textsFor(
  db: Db,
  { id, texts: existingTexts }: Translation,
  document: Document,
  units: TranslationUnit[],
): Promise<RunTexts> {
  const { template, answers } = document
  const { primary, script } = answers.languages
  const pairs = await pairsFor(db, document.team_id, units, primary).execute()
  const confirmedTexts = translationsFrom(pairs, units, primary)
  const texts = new Map([...confirmedTexts, ...Object.entries(existingTexts)])
  const storeProgress = async () => {
    const updatedRun = await db
      .updateTable('documents.translation')
      .set({ done: texts.size, texts: JSON.stringify(Object.fromEntries(texts)) })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (updatedRun.numUpdatedRows !== 1n) throw new Cancelled()
  }
  await storeProgress()
  if (!config.translation) return { texts, confirmedTexts: confirmedTexts }
  const language: Language =
    primary === 'zh' ? 'English' : script === 'Hant' ? 'Traditional Chinese' : 'Simplified Chinese'
  const stop = new AbortController()
  const limitRequests = limitConcurrency({ concurrency: CONCURRENCY, maxWaiting: Number.POSITIVE_INFINITY })
  const particulars = particularsOf(template, answers)
  const missingUnits = units.filter((unit) => !texts.has(unit.key) && !hasPersonalData(unit))
  const requests = missingUnits.map(({ key, source }) =>
    limitRequests(async () => {
      if (stop.signal.aborted) throw new Cancelled()
      const maskedText = maskText(source, particulars, primary)
      const text = await translateText({ source: maskedText, from: primary, language }, stop.signal)
      if (text !== null) texts.set(key, text)
      await storeProgress()
    }),
  )
  try {
    await Promise.all(requests)
  } catch (error) {
    stop.abort()
    await Promise.allSettled(requests)
    throw error
  }
  return { texts, confirmedTexts: confirmedTexts }
}

/** Writes all texts together, if the run is still active. */
async function writeTexts(
  trx: Db,
  { id, account_id }: Translation,
  document: Document,
  units: TranslationUnit[],
  { texts, confirmedTexts }: RunTexts,
) {
  const { template, answers, version, creator_id } = document
  const translatedUnits = units.filter(({ key }) => texts.has(key))
  const unfilledKeys = units.filter(({ key }) => !texts.has(key)).map(({ key }) => key)
  const newAnswers = withMarks(
    translatedUnits.reduce((result, { key }) => writeTarget(result, template, key, texts.get(key)!), answers),
    translatedUnits.map(({ key }) => ({ key, byMachine: texts.get(key) !== confirmedTexts.get(key) })),
  )
  const update = await trx
    .updateTable('documents.translation')
    .set({
      state: 'done',
      ended_at: now(),
      done: translatedUnits.length,
      unfilled: JSON.stringify(unfilledKeys),
      before: JSON.stringify(answers),
      version: version + 1,
      texts: '{}',
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (update.numUpdatedRows !== 1n) return
  const viewer = await findViewer(trx, account_id)
  await trx
    .updateTable('documents.document')
    .set({
      answers: JSON.stringify(newAnswers),
      version: sql`version + 1`,
      translating: false,
      words: enteredText(newAnswers),
      saved_by: account_id,
      updated_at: now(),
    })
    .where('id', '=', document.id)
    .execute()
  const author = { id: account_id, name: viewer?.name ?? '' }
  await recordVersion(trx, { id: document.id, outgoing: answers }, author, 'translate')
  const details = { texts: translatedUnits.length, to: opposite(answers.languages.primary) }
  if (viewer) await logAction(trx, document.id, actorOf(viewer, creator_id), 'translate', details)
}

/** Marks the machine's translations, which a person must confirm. */
function withMarks(answers: Answers, units: { key: string; byMachine: boolean }[]): Answers {
  const machine = { ...answers.machine }
  for (const { key, byMachine } of units) {
    const text = byMachine ? twinAt(key, answers) : null
    if (text) machine[key] = machineMark(text)
    else delete machine[key]
  }
  return { ...answers, machine }
}
