import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NoticeWay } from '#modules/accounts/notices/notice-choice.ts'
import { findNoticeChoice, saveNoticeChoice } from '#modules/accounts/notices/notice-choice.ts'
import { copyDocument } from '#modules/documents/drafts/copy.ts'
import { listChanges, markChanged, withdrawChange } from '#modules/laws/change.ts'
import { findKnownLaw, lawPath } from '#modules/laws/law.ts'
import { notifyDrafters } from '#modules/laws/notices.ts'
import { recordReview, setOwner } from '#modules/laws/review.ts'
import { openReviewTasks } from '#modules/laws/review-endings.ts'
import { finishTask, openTasksOf, TASKS } from '#modules/laws/task.ts'
import { sendDigests } from '#modules/messaging/inbox/digest.ts'
import { putShippedInForce } from '#modules/templates/library.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { dayAhead, endOfDay } from '#src/core/day.ts'
import { newId } from '#src/core/ids.ts'
import { CIVIL_CODE, REVISION, reviewOf } from '#tests/cast/laws.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { filledDraft, finalisedDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { publishNext } from '#tests/support/newer-template.ts'

const context = setUpCast()
const desk = () => context.cast.ruo.client
const ruo = () => context.cast.ruo.viewer
const lin = () => context.cast.lin.viewer
const PATH = lawPath(CIVIL_CODE)

const mark = (changes = {}) => markChanged(context.db, ruo(), CIVIL_CODE, { ...REVISION, ...changes })
const findLatestChange = async () => (await listChanges(context.db, CIVIL_CODE))[0]!
const tasks = () => openTasksOf(context.db, CIVIL_CODE)
const logged = async () =>
  (
    await context.db
      .selectFrom('accounts.desk_action')
      .select('action')
      .where('id', '>', logStart)
      .orderBy('id')
      .execute()
  ).map((one) => one.action)

/** The staff log still contains the entries of earlier tests. */
let logStart = ''

beforeEach(async () => {
  for (const table of ['task', 'change', 'review', 'owner'] as const)
    await context.db.deleteFrom(`laws.${table}`).execute()
  logStart = newId()
  await context.db.deleteFrom('messaging.message').execute()
  await context.db.deleteFrom('messaging.digest').execute()
  await context.db.deleteFrom('platform.mail').execute()
  await sql`delete from pgboss.job`.execute(context.db)
  await sql`update documents.document set deleted_at = now() where status = 'draft'`.execute(context.db)
})
afterEach(() => putShippedInForce())

describe('a law that is marked as changed', () => {
  test('opens one task for each template and block that cites it, due before the change is in force', async () => {
    const { templates, blocks } = await findKnownLaw(CIVIL_CODE)
    expect([templates.length > 10, blocks.length > 0]).toEqual([true, true])
    const response = await desk().post(`${PATH}/change`, REVISION)
    expect(response.headers.get('location')).toBe(`${PATH}?done=marked`)
    const openTasks = await tasks()
    expect(openTasks.map(({ kind, code }) => `${kind} ${code}`).toSorted()).toEqual(
      [
        ...templates.map(({ template }) => `template ${template.code}`),
        ...blocks.map(({ name }) => `block ${name}`),
      ].toSorted(),
    )
    expect(openTasks[0]!.due_at).toEqual(endOfDay(dayAhead(59)))
    expect(await logged()).toEqual(['mark-law-changed'])
    const html = await (await desk().get(`${TASKS}?locale=en_US`)).text()
    expect(html).toContain('Check the template')
    expect(html).toContain('Check the shared block ')
    expect(await (await desk().get('/desk?locale=en_US')).text()).toMatch(/href="\/desk\/law-tasks"/)
  })

  test('is marked once if two people mark it concurrently; the second is informed', async () => {
    const results = await Promise.all([mark(), mark({ what: 'Something else' })])
    expect(results.toSorted()).toEqual(['already', 'marked'])
    const { templates, blocks } = await findKnownLaw(CIVIL_CODE)
    expect(await tasks()).toHaveLength(templates.length + blocks.length)
    const secondResponse = await desk().post(`${PATH}/change?locale=en_US`, {
      ...REVISION,
      what: 'Once more',
    })
    expect(secondResponse.status).toBe(409)
    const html = await secondResponse.text()
    expect(fieldProblem(html, 'inForceFrom')).toContain('already marked')
    expect(html).toContain('Once more')
    expect(await logged()).toEqual(['mark-law-changed'])
  })

  test('is not marked if the form has mistakes', async () => {
    const response = await desk().post(`${PATH}/change?locale=en_US`, { inForceFrom: 'soon', what: 'Much' })
    const html = await response.text()
    expect([response.status, fieldProblem(html, 'inForceFrom')]).toEqual([
      422,
      expect.stringContaining('a date'),
    ])
    expect(fieldProblem(html, 'versionName')).toContain('required')
    expect(html).toContain('>Much</textarea>')
    expect((await desk().post(`${lawPath('占星法')}/change`, REVISION)).status).toBe(404)
    expect(await tasks()).toEqual([])
  })

  test('by mistake can be withdrawn: its tasks end, nobody is notified, and it can be marked again', async () => {
    await filledDraft(context.db, lin())
    await mark()
    const { id } = await findLatestChange()
    const [doneTask] = await tasks()
    await finishTask(context.db, ruo(), doneTask!.id, { outcome: 'unchanged', note: 'Fine' })
    await Promise.all([1, 2].map(() => desk().post(`${PATH}/change-withdrawal`, { change: id })))
    expect(await tasks()).toEqual([])
    await notifyDrafters.now(context.db, { id, after: null })
    expect(await context.db.selectFrom('messaging.message').select('id').execute()).toEqual([])
    expect(await logged()).toEqual(['mark-law-changed', 'finish-law-task', 'withdraw-law-change'])
    expect(await mark()).toBe('marked')
    await expect(withdrawChange(context.db, ruo(), '专利法', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a law task', () => {
  const page = (id: string) => `${TASKS}/${id}`
  const finish = (id: string, fields: object) =>
    desk().post(`${page(id)}/completion?locale=en_US`, fields as Record<string, string>)

  test('is finished with a note, once; “published” needs a newer version', async () => {
    await mark()
    const task = (await tasks()).find(({ code }) => code === 'mutual-nda')!
    expect((await finish(task.id, { outcome: 'unchanged', note: '' })).status).toBe(422)
    const earlyResponse = await finish(task.id, { outcome: 'published', note: 'Version to come' })
    expect([earlyResponse.status, fieldProblem(await earlyResponse.text(), 'outcome')]).toEqual([
      422,
      expect.stringContaining('No newer version'),
    ])
    publishNext('mutual-nda', () => {})
    expect((await finish(task.id, { outcome: 'published', note: 'Article 585' })).status).toBe(303)
    const lateResponse = await finish(task.id, { outcome: 'unchanged', note: 'Too late' })
    expect([
      lateResponse.status,
      (await lateResponse.text()).includes('A colleague has already finished this task'),
    ]).toEqual([409, true])
    const html = await (await desk().get(`${page(task.id)}?locale=en_US`)).text()
    for (const words of ['New version published', 'Article 585']) expect(html).toContain(words)
    expect((await desk().get(page('x'))).status).toBe(404)
    expect(await logged()).toEqual(['mark-law-changed', 'finish-law-task'])
  })

  test('finished by two people concurrently is logged once', async () => {
    await mark()
    const { id } = (await tasks())[0]!
    const note = { outcome: 'unchanged' as const, note: 'Nothing to do' }
    const results = await Promise.all([1, 2].map(() => finishTask(context.db, ruo(), id, note)))
    expect(results.toSorted()).toEqual(['done', 'finished'])
  })

  test('many of the same kind are closed together with one reason', async () => {
    await mark()
    const [one, two] = await tasks()
    const selected = { [`item-${one!.id}`]: 'yes', [`item-${two!.id}`]: 'yes' }
    await desk().post('/desk/work/lawTasks', {
      step: 'close',
      ground: 'Not touched',
      asked: 'yes',
      ...selected,
    })
    const rows = await context.db
      .selectFrom('laws.task')
      .select(['outcome', 'note'])
      .where('state', '=', 'done')
      .execute()
    expect(rows).toEqual([1, 2].map(() => ({ outcome: 'unchanged', note: 'Not touched' })))
  })
})

describe('people with drafts', () => {
  const choose = async (laws: NoticeWay) =>
    saveNoticeChoice(context.db, lin(), {
      ...(await findNoticeChoice(context.db, lin())),
      laws,
      locale: 'en_US',
    })
  const notify = async () => {
    const { id } = await findLatestChange()
    await notifyDrafters.now(context.db, { id, after: null })
  }
  const messages = () =>
    context.db.selectFrom('messaging.message').select(['account_id', 'kind', 'facts', 'in_digest']).execute()

  test('get one notification and one mail for all their drafts, with law and day; final documents do not count', async () => {
    await choose('now')
    const { id } = await filledDraft(context.db, lin())
    await copyDocument(context.db, lin(), id, 'copy')
    await finalisedDocument(context.db, lin())
    await mark()
    await notify()
    await notify()
    expect((await messages()).map(({ account_id, kind }) => [account_id, kind])).toEqual([
      [lin().id, 'lawChanged'],
    ])
    const mails = await mailsTo(context.db, lin().email!)
    const about = mails.filter(({ subject }) => subject.includes('Civil Code'))
    expect(about.map(({ subject }) => subject)).toEqual([
      `Civil Code: new version in force from ${REVISION.inForceFrom}`,
    ])
    expect(about[0]!.text).toContain('You have 2 drafts')
    expect(await findLatestChange()).toMatchObject({ notified: 1, notified_at: expect.any(Date) })
    const inbox = await (await context.cast.lin.client.get('/mgmt/messages?locale=en_US')).text()
    expect(inbox).toContain(`A new version of Civil Code is in force from ${REVISION.inForceFrom}`)
    expect(inbox).toContain('and 1 more')
  })

  test('get the notification in the daily digest, or without a mail, as they chose', async () => {
    await filledDraft(context.db, lin())
    await choose('daily')
    await mark()
    await notify()
    expect(await mailsTo(context.db, lin().email!)).toEqual([])
    await sendDigests.now(context.db, {})
    expect((await mailsTo(context.db, lin().email!))[0]!.text).toContain('A new version of Civil Code')
    await choose('none')
    await mark({ inForceFrom: dayAhead(80) })
    await context.db.deleteFrom('platform.mail').execute()
    await notify()
    expect(await mailsTo(context.db, lin().email!)).toEqual([])
    expect(await messages()).toHaveLength(2)
  })
})

describe('a review that ends', () => {
  const reviewed = async (until: string) => {
    await recordReview(context.db, ruo(), CIVIL_CODE, { ...(await reviewOf(CIVIL_CODE)), until })
    await openReviewTasks.now(context.db, {})
    return tasks()
  }

  test('becomes a task of the review owner once, a month before, until the next review', async () => {
    await setOwner(context.db, ruo(), CIVIL_CODE, ruo().id)
    expect(await reviewed(dayAhead(40))).toEqual([])
    const open = await reviewed(dayAhead(20))
    expect(open).toMatchObject([])
    await context.db.deleteFrom('laws.review').execute()
    const [task, ...others] = await reviewed(dayAhead(20))
    expect(others).toEqual([])
    expect(task).toMatchObject({ kind: 'review', owner_id: ruo().id, due_at: endOfDay(dayAhead(20)) })
    await Promise.all([1, 2].map(() => openReviewTasks.now(context.db, {})))
    expect(await tasks()).toHaveLength(1)
    const html = await (await desk().get(`${TASKS}/${task!.id}?locale=en_US`)).text()
    expect(html).toContain(`href="${PATH}/review"`)
    await recordReview(context.db, ruo(), CIVIL_CODE, await reviewOf(CIVIL_CODE))
    await openReviewTasks.now(context.db, {})
    expect(await tasks()).toEqual([])
  })

  test('becomes no further task if staff decided that no review is needed', async () => {
    const [task] = await reviewed(dayAhead(10))
    await finishTask(context.db, ruo(), task!.id, { outcome: 'unchanged', note: 'Not cited from January on' })
    await openReviewTasks.now(context.db, {})
    expect([await tasks(), shanghaiDay() < dayAhead(10)]).toEqual([[], true])
  })
})
