import { sql } from 'kysely'
import type { Side } from '#assembly/answers.ts'
import { opposite } from '#assembly/twins.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import type { Document } from '../document.ts'
import { libraryPair } from './library-pairs.ts'
import { isSound } from './protected-text.ts'
import { type TranslationUnit, translatableUnits } from './units.ts'

/** Stores the confirmed pairs of a document, for translating later documents of the team. */
export async function storePairs(trx: Db, { template, answers, team_id }: Document) {
  const { primary, bilingual } = answers.languages
  if (!bilingual) return
  const newPairs = translatableUnits(template, answers)
    .filter(({ target }) => target.trim())
    .map(({ source, target }) => ({ [primary]: source, [opposite(primary)]: target }) as Record<Side, string>)
  // Removes duplicates: one insert statement must not have the same row twice.
  const pairs = [...new Map(newPairs.map((pair) => [`${pair.zh}\n${pair.en}`, pair])).values()]
  if (!pairs.length) return
  await trx
    .insertInto('documents.translation_pair')
    .values(pairs.map(({ zh, en }) => ({ team_id, zh, en, noted_at: now(), import_id: null })))
    .onConflict((oc) =>
      oc
        .expression(sql`team_id, md5(zh), md5(en)`)
        .doUpdateSet({ noted_at: sql`excluded.noted_at`, import_id: null }),
    )
    .execute()
}

/** The team's pairs for these texts, newest last. */
export function pairsFor(db: Db, teamId: string, units: TranslationUnit[], sourceSide: Side) {
  return db
    .selectFrom('documents.translation_pair')
    .select(['zh', 'en'])
    .where('team_id', '=', teamId)
    .where(sql<string>`md5(${sql.ref(sourceSide)})`, 'in', [
      sql<string>`''`,
      ...units.map(({ source }) => sql<string>`md5(${source})`),
    ])
    .orderBy('noted_at')
}

/**
 * Stored translations of these texts, by unit. The team's own translations take precedence over the
 * library's, and newer translations over older ones.
 */
export function translationsFrom(
  pairs: Record<Side, string>[],
  units: TranslationUnit[],
  from: Side,
): Map<string, string> {
  const side = opposite(from)
  const ownPairs = new Map(pairs.map((row) => [row[from], row[side]]))
  const translations = units.map(
    ({ key, source }) => [key, ownPairs.get(source) ?? libraryPair(source, from), source] as const,
  )
  return new Map(
    translations.flatMap(([key, text, source]) => (text && isSound(source, text, side) ? [[key, text]] : [])),
  )
}
