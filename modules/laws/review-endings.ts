import { sql } from 'kysely'
import { DAY, fromNow, now, shanghaiDay } from '#src/core/clock.ts'
import { endOfDay } from '#src/core/day.ts'
import { newId } from '#src/core/ids.ts'
import { job } from '#src/jobs/jobs.ts'
import { notifyLive } from '#src/live/notify.ts'
import { lockLaw } from './change.ts'

/** How many days before the end of a review the next review becomes a task. */
export const DAYS_AHEAD = 30

/**
 * Daily: opens a task for each law whose latest review expires within a month or has expired, assigned to
 * the review owner if there is one. Each review has only one such task, even if the task is finished without
 * a new review.
 */
export const openReviewTasks = job('law-review-endings', async (db) => {
  const latestReviews = db
    .selectFrom('laws.review')
    .distinctOn('law')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('law')
    .orderBy('until', 'desc')
  const endingReviews = await db
    .selectFrom(latestReviews.as('review'))
    .leftJoin('laws.owner as owner', 'owner.law', 'review.law')
    .select(['review.law', 'until', 'recorded_at', 'owner_id'])
    .where('until', '<=', shanghaiDay(fromNow(DAYS_AHEAD * DAY)))
    .where(
      sql<boolean>`not exists (select from laws.task as task where task.law = review.law
        and task.kind = 'review' and (task.state = 'open' or task.created_at > review.recorded_at))`,
    )
    .execute()
  for (const { law, until, recorded_at, owner_id } of endingReviews)
    await db.transaction().execute(async (trx) => {
      await lockLaw(trx, law)
      const existingTask = await trx
        .selectFrom('laws.task')
        .select('id')
        .where('law', '=', law)
        .where('kind', '=', 'review')
        .where((eb) => eb.or([eb('state', '=', 'open'), eb('created_at', '>', recorded_at)]))
        .executeTakeFirst()
      if (existingTask) return
      await trx
        .insertInto('laws.task')
        .values({
          id: newId(),
          law,
          change_id: null,
          kind: 'review',
          code: '',
          version: null,
          state: 'open',
          outcome: null,
          created_at: now(),
          due_at: endOfDay(until),
          owner_id,
          done_by: null,
          done_at: null,
        })
        .execute()
      await notifyLive(trx, ['desk'], 'todo')
    })
})
