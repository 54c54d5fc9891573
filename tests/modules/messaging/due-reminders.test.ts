import { afterEach, beforeEach, expect, test } from 'vitest'
import { remindOfDue } from '#modules/messaging/inbox/due-reminders.ts'
import { closeTasks, openTask } from '#modules/messaging/inbox/task.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { DAY, HOUR, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()

const BEGIN = Date.parse('2026-03-02T09:00:00+08:00')
const setTime = (hours: number) => setClock(() => new Date(BEGIN + hours * HOUR))

beforeEach(async () => {
  for (const table of [
    'messaging.message',
    'messaging.task',
    'platform.mail',
    'accounts.notice_choice',
  ] as const)
    await context.db.deleteFrom(table).execute()
  setTime(0)
})
afterEach(() => setClock(null))

const document = { document_id: newId(), document_name: 'NDA', document_number: 'QS-1' }

/** Creates a task for Hannah that is due in `days` days. */
async function askHannah(days: number | null) {
  const subject_id = newId()
  const due_at = days === null ? null : new Date(BEGIN + days * DAY)
  const task = { type: 'sign', subject_id, creator: 'Lin', due_at, ...document } as const
  await openTask(context.db, [context.cast.hannah.viewer.id], task)
  return subject_id
}

/** The number of Hannah's reminders after runs of the job at these hours. */
async function remindedAfter(...hours: number[]) {
  const counts = []
  for (const hour of hours) {
    setTime(hour)
    for (let n = 0; n < 2; n++) await remindOfDue.now(context.db, {} as never)
    const news = await context.db
      .selectFrom('messaging.message')
      .select('id')
      .where('kind', '=', 'signDueSoon')
      .execute()
    counts.push(news.length)
  }
  return counts
}

test('a task has one reminder three days and one a day before its end, and none afterwards', async () => {
  await askHannah(10)
  const hours = [13, 6 * 24, 7 * 24, 8 * 24, 9 * 24, 9.9 * 24, 10.1 * 24]
  expect(await remindedAfter(...hours)).toEqual([0, 0, 1, 1, 2, 2, 2])
})

test('a completed task and a task without a deadline have no reminder; a task due in less than a day has one', async () => {
  const doneTask = await askHannah(10)
  await closeTasks(context.db, 'sign', [doneTask], 'done')
  await askHannah(null)
  expect(await remindedAfter(9.5 * 24)).toEqual([0])
  setTime(0)
  await askHannah(10)
  expect(await remindedAfter(9.5 * 24, 9.6 * 24)).toEqual([1, 1])
})

test('a review has a separate text, and a returned document has no deadline', async () => {
  const due_at = new Date(BEGIN + 2 * DAY)
  for (const type of ['review', 'return'] as const)
    await openTask(context.db, [context.cast.hannah.viewer.id], {
      type,
      subject_id: newId(),
      creator: 'Lin',
      due_at: type === 'return' ? null : due_at,
      ...document,
    })
  setTime(13)
  await remindOfDue.now(context.db, {} as never)
  const news = await context.db.selectFrom('messaging.message').select('kind').execute()
  expect(news).toEqual([{ kind: 'reviewDueSoon' }])
  expect((await mailsTo(context.db, 'hannah@example.com')).map(({ subject }) => subject)).toEqual([
    '“NDA” (QS-1) is waiting for your review, due by 2026-03-04',
  ])
})

test('a new task has no immediate reminder', async () => {
  await askHannah(2)
  expect(await remindedAfter(1, 11, 13)).toEqual([0, 0, 1])
})

test('a signing is due when it expires; the mail depends on the reader’s choice', async () => {
  const { viewer } = context.cast.lin
  const id = await finalisedDocument(context.db, viewer)
  const hannah = { id: 'a', party: 'a', name: '陈莲 Chen Lian', email: 'hannah@example.com' }
  const oliver = { id: 'b', party: 'b', name: 'Oliver Grant', email: 'oliver@kestrel.example' }
  await storeSetting(context.db, viewer, id, [hannah, oliver])
  await startSigning(context.db, viewer, id, 'en_US')
  expect(await remindedAfter(26 * 24, 28 * 24)).toEqual([0, 1])
  const reminders = async () =>
    (await mailsTo(context.db, 'hannah@example.com')).filter(({ subject }) =>
      /is waiting for your signature/.test(subject),
    )
  const [mail] = await reminders()
  expect(mail!.subject).toBe(
    '“保密协议（双向）” (QS-2026-0001) is waiting for your signature, due by 2026-04-01',
  )
  const ways = {
    due: 'none',
    reviews: 'none',
    signatures: 'none',
    endings: 'none',
    team: 'none',
    service: 'none',
    locale: '',
  }
  await context.cast.hannah.client.post('/mgmt/acct-info/notices', ways)
  expect(await remindedAfter(29.5 * 24)).toEqual([2])
  expect(await reminders()).toHaveLength(1)
})
