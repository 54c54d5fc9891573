import { sql } from 'kysely'
import { wordsIn } from '#assembly/template/words-in.ts'
import { mailReaders, teamPeople } from '#modules/accounts/index.ts'
import { finalDocuments } from '#modules/documents/index.ts'
import { sendMessage } from '#modules/messaging/index.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { sendReminderLater } from './reminder-mail.ts'

/** Open future dates whose notice has begun. */
const upcomingDates = (db: Db) =>
  db
    .selectFrom('key_dates.key_date as date')
    .innerJoin(finalDocuments.notDeleted(db).as('document'), 'document.id', 'date.document_id')
    .where('date.done_at', 'is', null)
    .where('date.reminded_at', 'is', null)
    .where('date.day', '>=', shanghaiDay())
    .where(sql<boolean>`date.day::date - date.remind <= ${shanghaiDay()}::date`)

/** Every morning: one reminder for each person, about all the dates that are near in their documents. */
export const remindOfDates = job('key-date-reminders', async (db) => {
  const teams = await upcomingDates(db).select('date.team_id').distinct().execute()
  for (const { team_id } of teams) await remindTeam.enqueue(db, { teamId: team_id })
})

/**
 * Reminds the members of one team. Marking the dates and storing all messages happen in one transaction, so
 * that a crash cannot cause a second reminder.
 */
export const remindTeam = job<{ teamId: string }>('team-date-reminders', async (db, { teamId }) => {
  await db.transaction().execute(async (trx) => {
    const dates = await upcomingDates(trx)
      .select(['date.id', 'label', 'day', 'created_by', 'document_id'])
      .select(['document.name as document', 'document.creator_id'])
      .where('date.team_id', '=', teamId)
      .orderBy('date.day')
      .orderBy('date.id')
      .forUpdate('date')
      .execute()
    if (!dates.length) return
    const people = await teamPeople(trx, { teamId }).execute()
    const readers = new Map(
      (
        await mailReaders(
          trx,
          people.map(({ id }) => id),
        )
      ).map((one) => [one.id, one]),
    )
    for (const person of people) {
      const personDates = dates.filter((date) => isReminded(person, date, people))
      if (!personDates.length) continue
      const reader = readers.get(person.id)
      const locale = reader?.locale ?? person.locale ?? 'zh_CN'
      const dueDates = personDates.map(({ label, day, document, document_id: documentId }) => ({
        label: wordsIn(label, locale),
        day,
        document,
        documentId,
      }))
      const { label, day, document, documentId } = dueDates[0]!
      const more = dueDates.length === 1 ? 'none' : String(dueDates.length - 1)
      const path = dueDates.length === 1 ? `/mgmt/${documentId}/key-dates` : '/mgmt/key-dates'
      await sendMessage(trx, [person.id], { kind: 'datesDue', facts: { label, day, document, more }, path })
      if (reader?.ways.dates === 'now')
        await sendReminderLater(trx, { to: reader.email, locale: reader.locale }, { dates: dueDates })
    }
    await trx
      .updateTable('key_dates.key_date')
      .set({ reminded_at: now() })
      .where(
        'id',
        'in',
        dates.map(({ id }) => id),
      )
      .execute()
  })
})

interface ReminderRecipient {
  id: string
  seesAll: boolean
}

/**
 * Whether to remind a member of a date: the creator of its document and the member who added the date; if
 * both have left, the members who see all documents of the team.
 */
function isReminded(
  { id, seesAll }: ReminderRecipient,
  { creator_id, created_by }: { creator_id: string; created_by: string | null },
  people: ReminderRecipient[],
): boolean {
  const isConcerned = (one: ReminderRecipient) =>
    one.id === creator_id || (one.seesAll && one.id === created_by)
  return people.some(isConcerned) ? isConcerned({ id, seesAll }) : seesAll
}
