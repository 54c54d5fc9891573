import { listChanges, markChanged } from '#modules/laws/change.ts'
import { findKnownLaw } from '#modules/laws/law.ts'
import { listReviews, recordReview } from '#modules/laws/review.ts'
import { openTasksOf } from '#modules/laws/task.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { dayAhead } from '#src/core/day.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The law that the tests of changes and reviews use. */
export const CIVIL_CODE = '民法典'

export const REVISION = {
  versionName: '2027年修订',
  inForceFrom: dayAhead(60),
  what: 'Articles 585 and 586: liquidated damages and deposits',
}

/** Records a review of all templates that cite a law, in their current versions. */
export async function reviewOf(law: string) {
  const { templates } = await findKnownLaw(law)
  const covers = Object.fromEntries(templates.map(({ template }) => [template.code, template.version]))
  return {
    reviewer: 'Fang Wei',
    firm: 'Haitong Law Firm',
    reviewedOn: shanghaiDay(),
    until: dayAhead(365),
    note: '',
    covers,
  }
}

/** Reviews the Civil Code and then records a change of it. */
export async function changedLaw(db: Db, staff: Viewer) {
  await recordReview(db, staff, CIVIL_CODE, await reviewOf(CIVIL_CODE))
  await markChanged(db, staff, CIVIL_CODE, REVISION)
  const [review] = await listReviews(db, CIVIL_CODE)
  const [change] = await listChanges(db, CIVIL_CODE)
  const [task] = await openTasksOf(db, CIVIL_CODE)
  return { lawReviewId: review!.id, lawChangeId: change!.id, lawTaskId: task!.id }
}
