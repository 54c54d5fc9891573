import { logDeskAction } from '#modules/accounts/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError, type ErrorCode } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import { libraryEntries } from '../library.ts'
import { type Draft, doubtsIn, faultsIn, findDraft, isParsed, type ParsedDraft } from './draft.ts'
import { type Confirmation, publishDraft, requireConfirmed } from './publish.ts'

/**
 * Schedules a checked draft for publication on a day (yyyy-MM-dd), replacing any earlier schedule. Throws
 * TEMPLATE_FAULTY, TEMPLATE_UNCONFIRMED, and TEMPLATE_VERSION_TAKEN, also if the draft is already published.
 */
export async function schedulePublication(
  db: Db,
  viewer: Viewer,
  id: string,
  day: string,
  confirmation: Confirmation,
) {
  const draft = await findDraft(db, id)
  requirePublishable(draft, confirmation)
  await db.transaction().execute(async (trx) => {
    const reason = confirmation.reason?.trim() ?? ''
    const schedule = { publish_on: day, scheduled_by: viewer.id, reason, not_published: null }
    const changedRow = await trx
      .insertInto('templates.scheduling')
      .values({ draft_id: id, ...schedule })
      .onConflict((oc) =>
        oc
          .column('draft_id')
          .doUpdateSet(schedule)
          .where((eb) =>
            eb.or([
              eb('templates.scheduling.publish_on', '!=', day),
              eb('templates.scheduling.not_published', 'is not', null),
            ]),
          ),
      )
      .returning('draft_id')
      .executeTakeFirst()
    if (changedRow) await logScheduling(trx, viewer, draft, { action: 'schedule', day })
  })
}

function requirePublishable(draft: Draft, confirmation: Confirmation): asserts draft is ParsedDraft {
  if (!isParsed(draft) || faultsIn(draft).length) throw new AppError('TEMPLATE_FAULTY')
  requireConfirmed(draft, doubtsIn(draft), confirmation)
  const versionInForce =
    libraryEntries().find(({ template }) => template.code === draft.code)?.template.version ?? 0
  if (draft.published_at || draft.version <= versionInForce) throw new AppError('TEMPLATE_VERSION_TAKEN')
}

/** Cancels the scheduled publication; does nothing if there is none. Throws NOT_FOUND. */
export async function cancelPublication(db: Db, viewer: Viewer, id: string) {
  const draft = await findDraft(db, id)
  await db.transaction().execute(async (trx) => {
    const cancelledRow = await trx
      .deleteFrom('templates.scheduling')
      .where('draft_id', '=', id)
      .returning('publish_on as day')
      .executeTakeFirst()
    if (cancelledRow) await logScheduling(trx, viewer, draft, { action: 'cancel', ...cancelledRow })
  })
}

async function logScheduling(
  trx: Db,
  viewer: Viewer,
  { id, code, version }: Draft,
  { action, day }: { action: 'schedule' | 'cancel'; day: string },
) {
  await logDeskAction(trx, viewer, {
    accountId: null,
    subject: `${code} ${version}`,
    path: `/desk/templates/drafts/${id}`,
    action: 'change-template',
    reason: `${action} ${day}`,
  })
}

const sendNotPublishedLater = mailTemplate<{ id: string; name: string; reason: ErrorCode }>(
  'publishing.notPublished',
  (t, { id, name, reason }) => ({
    subject: t('publishing.notPublishedMail.subject', { name }),
    paragraphs: [t('publishing.notPublishedMail.text', { name }), t(`common.error.${reason}`)],
    button: {
      words: t('publishing.notPublishedMail.open'),
      link: `${config.baseUrl}/desk/templates/drafts/${id}`,
    },
    footer: t('common.mail.staffFooter'),
  }),
  () => ({ id: 'sample', name: 'mutual-nda 9', reason: 'TEMPLATE_FAULTY' }),
)

/**
 * Every ten minutes, publishes the drafts whose day has come, after checking each again. A draft that cannot
 * be published is reported once to our mailbox, and then waits for staff.
 */
export const publishDue = job('due-publications', async (db) => {
  const dueDrafts = await db
    .selectFrom('templates.scheduling as scheduling')
    .leftJoin('templates.published_template as published', 'published.draft_id', 'scheduling.draft_id')
    .select(['scheduling.draft_id as id', 'scheduled_by', 'reason'])
    .where('publish_on', '<=', shanghaiDay())
    .where('not_published', 'is', null)
    .where('published.draft_id', 'is', null)
    .orderBy('scheduling.draft_id')
    .execute()
  for (const { id, scheduled_by, reason } of dueDrafts) {
    try {
      await publishDraft(db, { id: scheduled_by }, id, { confirmed: 'seen', reason })
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'TOO_MANY_REQUESTS') throw error
      log.warn({ draft: id, code: error.code }, 'scheduled template not published')
      await reportFailure(db, id, error.code)
    }
  }
})

async function reportFailure(db: Db, id: string, reason: ErrorCode) {
  await db.transaction().execute(async (trx) => {
    const failedRow = await trx
      .updateTable('templates.scheduling')
      .set({ not_published: reason })
      .where('draft_id', '=', id)
      .where('not_published', 'is', null)
      .returning('draft_id')
      .executeTakeFirst()
    if (!failedRow) return
    const { code, version } = await findDraft(trx, id)
    const name = `${code} ${version}`
    await sendNotPublishedLater(trx, { to: config.company.mail, locale: 'zh_CN' }, { id, name, reason })
  })
}
