import { upcomingAgreements } from '#modules/site/index.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import { LOCALES, translate } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { lockAnnouncement, logAction } from './announcement.ts'
import { notifyAnnouncementChange, refreshAnnouncements } from './banner.ts'
import type { AnnouncementTexts } from './schema.ts'
import { sendAnnouncement } from './sending.ts'

/** The days between the announcement of an agreement and its effect, as the Service Agreement promises. */
const NOTICE_DAYS = 15

/**
 * How long pages show the announcement after the agreement takes effect: by then every session has ended,
 * and the next login records the consent.
 */
const SHOW_AFTER_EFFECT = 31 * DAY

/**
 * Every minute: announces agreements that are published ahead of their effect, and begins to send
 * announcements whose time has come.
 */
export const dueAnnouncements = job('due-announcements', async (db) => {
  let addedCount = 0
  for (const agreement of upcomingAgreements())
    addedCount += Number(await db.transaction().execute((trx) => announceAgreement(trx, agreement)))
  const dueAnnouncementRows = await db
    .selectFrom('announcements.announcement')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('starts_at', '<=', now())
    .execute()
  for (const { id } of dueAnnouncementRows) await db.transaction().execute((trx) => beginSending(trx, id))
  if (addedCount) await refreshAnnouncements(db)
})

/** Locks the row, so that only one process enqueues the job. */
async function beginSending(trx: Db, id: string) {
  const row = await lockAnnouncement(trx, id)
  if (row?.state === 'scheduled') await sendAnnouncement.ensure(trx, { id, after: null })
}

type UpcomingAgreement = ReturnType<typeof upcomingAgreements>[number]

/** Returns false if the agreement has been announced already. */
async function announceAgreement(trx: Db, { type, agreement }: UpcomingAgreement): Promise<boolean> {
  const id = newId()
  const takesEffectAt = new Date(`${agreement.date}T00:00:00+08:00`)
  const insertedRow = await trx
    .insertInto('announcements.announcement')
    .values({
      id,
      kind: 'agreement',
      audience: 'everybody',
      texts: JSON.stringify(textsOf({ type, agreement })),
      agreement: `${type} ${agreement.version}`,
      by_mail: true,
      by_message: true,
      starts_at: now(),
      ends_at: new Date(takesEffectAt.getTime() + SHOW_AFTER_EFFECT),
      event_from: takesEffectAt,
      state: 'scheduled',
      created_at: now(),
    })
    .onConflict((oc) => oc.column('agreement').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!insertedRow) return false
  await logAction(trx, null, id, 'schedule')
  await notifyAnnouncementChange(trx)
  if (takesEffectAt < fromNow(NOTICE_DAYS * DAY))
    log.error(
      { agreement: type, version: agreement.version, date: agreement.date },
      `agreement announced less than ${NOTICE_DAYS} days ahead`,
    )
  return true
}

function textsOf({ type, agreement }: UpcomingAgreement): AnnouncementTexts {
  const { version, date, changes, texts } = agreement
  const entries = LOCALES.map((locale) => {
    const t = translate(locale)
    const facts = { title: texts[locale].title, version, date }
    const changeLines = changes?.[locale].map((one) => `– ${one}`).join('\n')
    const paragraphs = [
      t('announcements.agreement.lead', facts),
      changeLines
        ? `${t('announcements.agreement.changes')}\n${changeLines}`
        : t('announcements.agreement.unlisted'),
      t(`announcements.agreement.choice.${type}`, facts),
    ]
    const text = { title: t('announcements.agreement.title', facts), text: paragraphs.join('\n\n') }
    return [locale, text] as const
  })
  return Object.fromEntries(entries) as AnnouncementTexts
}
