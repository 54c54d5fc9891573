import { sql } from 'kysely'
import type { Template } from '#assembly/template/template.ts'
import { libraryEntries, templateUses } from '#modules/templates/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { inForceSince, nextChange } from './change.ts'
import { type KnownLaw, listKnownLaws } from './law.ts'
import { reviewState } from './review.ts'
import type { Versions } from './schema.ts'

/** A law that a template cites, as customers see it. */
export interface TemplateLaw extends Pick<KnownLaw, 'name' | 'hant' | 'en'> {
  since: string | null
  /** A review of this version of the template on which we rely. */
  review: { reviewer: string; firm: string; reviewedOn: string } | null
  /** yyyy-MM-dd: the day from which a new version will be in force. */
  changesOn: string | null
}

const NO_REVIEWER = { reviewer: '', firm: '', reviewed_on: '' }

interface LawRows {
  reviews: {
    law: string
    reviewer: string
    firm: string
    reviewed_on: string
    until: string
    covers: Versions
    recorded_at: string
  }[]
  changes: { law: string; in_force_from: string; marked_at: string }[]
}

/** The laws that a template in force cites, with their latest reviews. */
export async function lawsOfTemplate(db: Db, { code, version }: Template): Promise<TemplateLaw[]> {
  const entry = libraryEntries().find(({ template }) => template.code === code)
  const names = new Set(entry ? templateUses(entry).map(({ law }) => law) : [])
  const citedLaws = (await listKnownLaws()).filter(({ name }) => names.has(name))
  if (!citedLaws.length) return []
  const { reviews, changes } = await readRows(db, [...names])
  const today = shanghaiDay()
  return citedLaws.map(({ name, hant, en, since }) => {
    const lawChanges = changes.filter(({ law }) => law === name)
    const review = reviews.find(
      (one) =>
        one.law === name && one.covers[code] === version && reviewState(one, lawChanges, today) === 'valid',
    )
    const { reviewer, firm, reviewed_on: reviewedOn } = review ?? NO_REVIEWER
    return {
      name,
      hant,
      en,
      since: inForceSince(since, lawChanges, today),
      review: review ? { reviewer, firm, reviewedOn } : null,
      changesOn: nextChange(lawChanges, today)?.in_force_from ?? null,
    }
  })
}

/** Reads reviews and changes in one query. */
async function readRows(db: Db, names: string[]) {
  const { rows } = await sql<LawRows>`select
    coalesce((select jsonb_agg(review order by reviewed_on desc, id desc) from laws.review as review
      where law = any(${names}) and withdrawn_at is null), '[]') as reviews,
    coalesce((select jsonb_agg(change) from laws.change as change
      where law = any(${names}) and withdrawn_at is null), '[]') as changes`.execute(db)
  const { reviews, changes } = rows[0]!
  return {
    reviews: reviews.map((one) => ({ ...one, recorded_at: new Date(one.recorded_at) })),
    changes: changes.map((one) => ({ ...one, marked_at: new Date(one.marked_at) })),
  }
}
