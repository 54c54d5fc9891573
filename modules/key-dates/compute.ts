import { dueDays } from '#assembly/dates/due-days.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import { finalDocuments, findHeading } from '#modules/documents/index.ts'
import { libraryEntries } from '#modules/templates/index.ts'
import { readCalendar } from '#src/calendar/calendar.ts'
import { type Calendar, dayAfter, isWorkingDay, workingDayAfter } from '#src/calendar/working-days.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'

/**
 * The number of days before the day of signing for which holidays are read, for notices that are counted
 * back.
 */
const MAX_NOTICE_DAYS = 400

/** Computes and stores the key dates of a signed document; dates that exist remain unchanged. */
export const computeDates = job<{ documentId: string; signed: string }>(
  'key-dates',
  async (db, { documentId, signed }) => {
    await db.transaction().execute((trx) => storeDates(trx, documentId, signed))
  },
)

/** Computes the key dates when all signatories have signed. */
export async function onAllSigned(
  trx: Db,
  { signing: { document_id, state } }: { signing: { document_id: string; state: string } },
) {
  if (state !== 'completed') return
  await computeDates.enqueue(trx, { documentId: document_id, signed: shanghaiDay() })
}

/**
 * Stores the key dates of a final document that was signed on paper. Throws DOCUMENT_STATUS_WRONG for other
 * documents, and NOT_FOUND.
 */
export async function signedOnPaper(db: Db, viewer: Viewer, documentId: string, signedDay: string) {
  const { kind, status } = await findHeading(db, viewer, documentId)
  requirePermission(viewer, 'document.create')
  if (kind === 'imported' || status !== 'finalised') throw new AppError('DOCUMENT_STATUS_WRONG')
  await db.transaction().execute((trx) => storeDates(trx, documentId, signedDay))
}

async function storeDates(trx: Db, documentId: string, signedDay: string) {
  const document = await finalDocuments.lockText(trx, documentId)
  if (!document || document.kind === 'imported') return
  const { name, number, answers } = document
  const template = withDates(document.template)
  const calendar = await readCalendar(trx, dayAfter(signedDay, -MAX_NOTICE_DAYS))
  const today = shanghaiDay()
  const days = dueDays({ name, number, template, answers }, signedDay, (day, count) =>
    workingDay(calendar, day, count),
  )
  if (!days.length) return
  await trx
    .insertInto('key_dates.key_date')
    .values(
      days.map(({ key, kind, label, day, remind }) => ({
        id: newId(),
        team_id: document.team_id,
        document_id: documentId,
        source: key,
        kind,
        label: JSON.stringify(label),
        day,
        computed_day: day,
        remind,
        created_by: null,
        created_at: now(),
        // Dates that had passed when the document was signed are marked as done.
        done_at: day < signedDay || (signedDay < today && day < today) ? now() : null,
        reminded_at: null,
      })),
    )
    .onConflict((oc) => oc.columns(['document_id', 'source']).doNothing())
    .execute()
}

/** Adds the dates of the current version to a template from before key dates existed. */
function withDates<T extends { code: string; dates?: unknown }>(template: T): T {
  if (template.dates) return template
  const dates = libraryEntries().find((one) => one.template.code === template.code)?.template.dates
  return dates ? { ...template, dates } : template
}

function workingDay(calendar: Calendar, day: string, count: number): string {
  if (count >= 0) return workingDayAfter(calendar, day, count)
  let lastDay = day
  for (let remaining = -count; remaining > 0; ) {
    lastDay = dayAfter(lastDay, -1)
    if (isWorkingDay(calendar, lastDay)) remaining--
  }
  return lastDay
}
