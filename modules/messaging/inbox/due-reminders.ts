import { ago, DAY, fromNow, HOUR, now, shanghaiDay } from '#src/core/clock.ts'
import { job } from '#src/jobs/jobs.ts'
import { sendMessage } from './message.ts'

/** The time before the end at which each reminder is sent. */
const REMINDER_TIMES = [3 * DAY, DAY]
/** A task that is younger gets no reminder, because its assignee has just been notified of the date. */
const MIN_TASK_AGE = 12 * HOUR

/** Hourly: reminds accounts of tasks that are due soon, three days and one day before. */
export const remindOfDue = job('due-reminders', async (db) => {
  await db.transaction().execute(async (trx) => {
    // The later reminder is sent first, so that with less than a day left there is only one reminder.
    for (const [index, timeLeft] of [...REMINDER_TIMES.entries()].reverse()) {
      const dueTasks = await trx
        .updateTable('messaging.task')
        .set({ reminders: index + 1 })
        .where('state', '=', 'todo')
        .where('type', '!=', 'return')
        .where('reminders', '<=', index)
        .where('due_at', '>', now())
        .where('due_at', '<=', fromNow(timeLeft))
        .where('started_at', '<', ago(MIN_TASK_AGE))
        .returning([
          'type',
          'account_id',
          'due_at',
          'document_id',
          'document_name',
          'document_number',
          'creator',
        ])
        .execute()
      for (const { type, account_id, due_at, creator: starter, ...task } of dueTasks) {
        const day = shanghaiDay(due_at!)
        const facts = { document: task.document_name, number: task.document_number, starter, day }
        const kind = type === 'review' ? 'reviewDueSoon' : 'signDueSoon'
        const notification = { kind, facts, path: '/mgmt/tasks' } as const
        await sendMessage(trx, [account_id], { ...notification, documentId: task.document_id })
      }
    }
  })
})
