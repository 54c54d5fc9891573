import { isTodayWorked } from '#src/calendar/calendar.ts'
import { QUEUE_NAMES, QUEUES, type Queue, readQueues } from '#src/calendar/queue.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { job } from '#src/jobs/jobs.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'

type OverdueCounts = Partial<Record<Queue, number>>

const sendOverdueLater = mailTemplate<{ overdue: OverdueCounts }>(
  'calendar.overdue',
  (t, { overdue }) => {
    const lateQueues = QUEUE_NAMES.filter((queue) => overdue[queue])
    const count = lateQueues.reduce((sum, queue) => sum + overdue[queue]!, 0)
    return {
      subject: t('calendar.mail.subject', { count }),
      paragraphs: [
        t('calendar.mail.lead'),
        ...lateQueues.map((queue) => t(`calendar.mail.${queue}`, { count: overdue[queue]! })),
      ],
      button: {
        words: t('calendar.mail.button'),
        link: `${config.baseUrl}${QUEUES[lateQueues[0]!].path}`,
      },
      footer: t('common.mail.staffFooter'),
    }
  },
  () => ({ overdue: { requests: 1, chat: 2, feedback: 3 } }),
)

/** Mails the list of overdue replies to the company's own mailbox, at most once per working day. */
export const mailOverdue = job('overdue-replies', async (db) => {
  await db.transaction().execute(async (trx) => {
    const states = Object.entries(await readQueues(trx))
    const overdueCounts = Object.fromEntries(states.map(([queue, state]) => [queue, state.overdue]))
    if (!Object.values(overdueCounts).some(Boolean) || !(await isTodayWorked(trx))) return
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('platform.overdue_notice')
      .values({ day: shanghaiDay() })
      .onConflict((oc) => oc.column('day').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return
    await sendOverdueLater(trx, { to: config.company.mail, locale: 'zh_CN' }, { overdue: overdueCounts })
  })
})
