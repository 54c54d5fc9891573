import { isTodayWorked } from '#src/calendar/calendar.ts'
import { countOverdue, type Overdue, QUEUES, type Queue } from '#src/calendar/overdue.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { job } from '#src/jobs/jobs.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

const NAMES = Object.keys(QUEUES) as Queue[]

const sendOverdueLater = mailTemplate<{ overdue: Overdue }>(
  'calendar.overdue',
  (t, { overdue }) => {
    const late = NAMES.filter((queue) => overdue[queue])
    const count = late.reduce((sum, queue) => sum + overdue[queue], 0)
    return {
      subject: t('calendar.mail.subject', { count }),
      paragraphs: [
        t('calendar.mail.lead'),
        ...late.map((queue) => t(`calendar.mail.${queue}`, { count: overdue[queue] })),
      ],
      button: {
        words: t('calendar.mail.button'),
        link: `${config.baseUrl}${QUEUES[late[0]!]}?state=overdue`,
      },
      footer: t('common.mail.staffFooter'),
    }
  },
  () => ({ overdue: { requests: 1, chat: 2, consultations: 0, feedback: 3, invoices: 0 } }),
)

/** On working days, once: notifies our own mailbox of what has passed its due date. */
export const mailOverdue = job('overdue-replies', async (db) => {
  await db.transaction().execute(async (trx) => {
    const overdue = await countOverdue(trx)
    if (!NAMES.some((queue) => overdue[queue]) || !(await isTodayWorked(trx))) return
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('platform.overdue_notice')
      .values({ day: shanghaiDay() })
      .onConflict((oc) => oc.column('day').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return
    await sendOverdueLater(trx, { to: config.company.mail, locale: 'zh_CN' }, { overdue })
  })
})
