import { logDeskAction, staffNames } from '#modules/accounts/index.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive } from '#src/live/notify.ts'
import { type Change, lockLaw, logLaw } from './change.ts'
import { findKnownLaw, lawPath } from './law.ts'
import type { Versions } from './schema.ts'

export interface ReviewFields {
  reviewer: string
  firm: string
  /** yyyy-MM-dd, both days. */
  reviewedOn: string
  until: string
  note: string
  covers: Versions
}

/** Records a review and ends the open review task of the law. Throws NOT_FOUND. */
export async function recordReview(db: Db, viewer: Viewer, name: string, fields: ReviewFields) {
  await findKnownLaw(name)
  const { reviewer, firm, reviewedOn, until, note, covers } = fields
  await db.transaction().execute(async (trx) => {
    await lockLaw(trx, name)
    const currentReview = await currentReviews(trx)
      .where('law', '=', name)
      .where('reviewer', '=', reviewer)
      .where('firm', '=', firm)
      .where('reviewed_on', '=', reviewedOn)
      .where('until', '=', until)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    // The same form was sent twice.
    if (
      currentReview &&
      JSON.stringify(sortedEntries(currentReview.covers)) === JSON.stringify(sortedEntries(covers))
    )
      return
    await trx
      .insertInto('laws.review')
      .values({
        id: newId(),
        law: name,
        reviewer,
        firm,
        reviewed_on: reviewedOn,
        until,
        note,
        covers: JSON.stringify(covers),
        recorded_by: viewer.id,
        recorded_at: now(),
        withdrawn_at: null,
      })
      .execute()
    await trx
      .updateTable('laws.task')
      .set({ state: 'done', outcome: 'reviewed', done_by: viewer.id, done_at: now() })
      .where('law', '=', name)
      .where('kind', '=', 'review')
      .where('state', '=', 'open')
      .execute()
    await logLaw(trx, viewer, name, 'record-law-review', `${reviewerWords(fields)}, ${reviewedOn} – ${until}`)
    await notifyLive(trx, ['desk'], 'todo')
  })
}

const sortedEntries = (covers: Versions) => Object.entries(covers).toSorted()

export const reviewerWords = ({ reviewer, firm }: { reviewer: string; firm: string }) =>
  firm ? `${reviewer}, ${firm}` : reviewer

const currentReviews = (db: Db) =>
  db.selectFrom('laws.review as review').selectAll('review').where('withdrawn_at', 'is', null)

/** Withdraws a review that was recorded by mistake; customers no longer see it. Throws NOT_FOUND. */
export async function withdrawReview(db: Db, viewer: Viewer, name: string, id: string) {
  if (!isId(id)) notFound()
  await db.transaction().execute(async (trx) => {
    const review = await trx
      .selectFrom('laws.review')
      .selectAll()
      .where('id', '=', id)
      .where('law', '=', name)
      .forUpdate()
      .executeTakeFirst()
    if (!review) notFound()
    if (review.withdrawn_at) return
    await trx.updateTable('laws.review').set({ withdrawn_at: now() }).where('id', '=', id).execute()
    await logLaw(trx, viewer, name, 'withdraw-law-review', `${reviewerWords(review)}, ${review.reviewed_on}`)
  })
}

/** The reviews of one law, or of all, that were not withdrawn; the latest comes first. */
export async function listReviews(db: Db, law?: string) {
  let query = currentReviews(db)
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'recorded_by')
    .select('staff.name as staffName')
    .orderBy('reviewed_on', 'desc')
    .orderBy('review.id', 'desc')
  if (law !== undefined) query = query.where('law', '=', law)
  return query.execute()
}

export type Review = Awaited<ReturnType<typeof listReviews>>[number]

/** `ended`: the last day of the review has passed; `outdated`: a later version of the law is in force. */
export type ReviewState = 'none' | 'valid' | 'ended' | 'outdated'

/** The state of a review of a law with these changes: whether we rely on it. */
export function reviewState(
  review: Pick<Review, 'until' | 'recorded_at'> | undefined,
  changes: Pick<Change, 'in_force_from' | 'marked_at'>[],
  today = shanghaiDay(),
): ReviewState {
  if (!review) return 'none'
  if (review.until < today) return 'ended'
  const isOutdated = changes.some(
    ({ in_force_from, marked_at }) => in_force_from <= today && marked_at > review.recorded_at,
  )
  return isOutdated ? 'outdated' : 'valid'
}

/** The review owners by law. */
export async function listOwners(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('laws.owner')
    .innerJoin(staffNames(db).as('staff'), 'staff.id', 'owner_id')
    .select(['law', 'staff.name'])
    .execute()
  return new Map(rows.map(({ law, name }) => [law, name]))
}

/** The staff to whom a review may be assigned, by name; `isOwner` marks the current owner. */
export const listPossibleOwners = (db: Db, law: string) =>
  db
    .selectFrom(staffNames(db, 'desk.templates').as('staff'))
    .leftJoin('laws.owner as owner', (join) =>
      join.onRef('owner.owner_id', '=', 'staff.id').on('owner.law', '=', law),
    )
    .select(['staff.id', 'staff.name'])
    .select((eb) => eb('owner.law', 'is not', null).as('isOwner'))
    .orderBy('staff.name')
    .execute()

export type PossibleOwner = Awaited<ReturnType<typeof listPossibleOwners>>[number]

/**
 * Assigns the reviews of a law to a member of staff, or to no one for ''. Returns false if they may not
 * review laws. Throws NOT_FOUND.
 */
export async function setOwner(db: Db, viewer: Viewer, name: string, ownerId: string): Promise<boolean> {
  await findKnownLaw(name)
  return db.transaction().execute(async (trx) => {
    await lockLaw(trx, name)
    const people = await listPossibleOwners(trx, name)
    const previousOwner = people.find(({ isOwner }) => isOwner)
    const newOwner = people.find(({ id }) => id === ownerId)
    if (ownerId && !newOwner) return false
    if (previousOwner?.id === newOwner?.id) return true
    await trx.deleteFrom('laws.owner').where('law', '=', name).execute()
    if (newOwner) await trx.insertInto('laws.owner').values({ law: name, owner_id: newOwner.id }).execute()
    await logDeskAction(trx, viewer, {
      accountId: null,
      subject: `《${name}》`.slice(0, 100),
      path: lawPath(name),
      action: 'set-law-owner',
      reason: '–',
      changes: [{ what: 'owner', before: previousOwner?.name ?? '', after: newOwner?.name ?? '' }],
    })
    return true
  })
}
