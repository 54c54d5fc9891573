import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { mailOverdue } from '#modules/calendar/overdue-mail.ts'
import { sendAsCustomer } from '#modules/chat/conversation.ts'
import { answer as answerInChat, listConversations } from '#modules/chat/desk-chat.ts'
import { replyToStaff } from '#modules/consultations/consultation.ts'
import { answerRequest, findRequestForDesk, makeOffer } from '#modules/consultations/desk-consultation.ts'
import { answerFeedback, listFeedback, readFilter, reopenFeedback } from '#modules/messaging/desk-feedback.ts'
import { storeFeedback } from '#modules/messaging/feedback.ts'
import { findAgreement, versionInForce } from '#modules/site/agreements.ts'
import { readQueues } from '#src/calendar/queue.ts'
import { setClock } from '#src/core/clock.ts'
import { LOCALES, translate } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import { acceptOffer, consultation, OFFER } from '#tests/cast/consultations.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
const setTime = (moment: string) => setClock(() => new Date(moment))

/** A Wednesday at noon in Shanghai; requests of that time are due at the end of Thursday. */
const WEDNESDAY = '2026-11-25T12:00:00+08:00'
const THURSDAY = new Date('2026-11-26T23:59:59+08:00')
const LATER = '2026-11-27T00:00:00+08:00'
const SATURDAY = '2026-11-28T09:05:00+08:00'

beforeEach(async () => {
  await context.db.deleteFrom('messaging.feedback').execute()
  await context.db.deleteFrom('chat.conversation').execute()
  await context.db.deleteFrom('platform.mail').execute()
  const validity = { created_at: new Date('2026-11-20'), expires_at: new Date('2099-01-01') }
  await context.db.updateTable('platform.session').set(validity).execute()
  await plan('free')
  setTime(WEDNESDAY)
})
afterEach(() => setClock(null))

/** Lin's team has this package; the other teams have none. */
async function plan(code: 'free' | 'enterprise', endsAt: Date | null = null) {
  await context.db.updateTable('accounts.team').set({ package: 'free', package_ends_at: null }).execute()
  const columns = { package: code, package_ends_at: endsAt }
  const { teamId } = context.cast.lin.viewer
  await context.db.updateTable('accounts.team').set(columns).where('id', '=', teamId).execute()
}

const feedback = (question: string, who: 'lin' | 'hannah' | null) =>
  storeFeedback(
    context.db,
    {
      question,
      email: 'mei@visitor.example',
      locale: 'en_US',
      accountId: who && context.cast[who].viewer.id,
      picture: null,
    },
    false,
  )

const questions = async (query: Record<string, string> = {}) =>
  (await listFeedback(context.db, context.cast.ruo.viewer, readFilter(query))).rows.map(
    ({ question }) => question,
  )

const pageOf = async (path: string, locale = 'en_US') => {
  const separator = path.includes('?') ? '&' : '?'
  return (await context.cast.ruo.client.get(`${path}${separator}locale=${locale}`)).text()
}

describe('feedback', () => {
  test('is due at the end of the next working day, and again after it is reopened', async () => {
    const id = await feedback('Where is the seal?', null)
    const dueOf = async () =>
      (await context.db.selectFrom('messaging.feedback').select('due_at').executeTakeFirstOrThrow()).due_at
    expect(await dueOf()).toEqual(THURSDAY)
    await answerFeedback(context.db, context.cast.ruo.viewer, id, 'On the last page.')
    setTime(SATURDAY)
    await reopenFeedback(context.db, context.cast.ruo.viewer, id)
    expect(await dueOf()).toEqual(new Date('2026-11-30T23:59:59+08:00'))
  })

  test('is listed by due date; on the same day, higher support levels come first', async () => {
    await plan('enterprise')
    await feedback('visitor', null)
    await feedback('free', 'hannah')
    await feedback('paying', 'lin')
    setTime('2026-11-24T12:00:00+08:00')
    await feedback('earlier', null)
    expect(await questions()).toEqual(['earlier', 'paying', 'visitor', 'free'])
    setTime(WEDNESDAY)
    await plan('enterprise', new Date('2026-11-25T00:00:00+08:00'))
    expect(await questions()).toEqual(['earlier', 'visitor', 'free', 'paying'])
  })

  test('keeps that order from page to page', async () => {
    await plan('enterprise')
    for (let n = 0; n < 35; n++) await feedback(`question ${n}`, n === 34 ? 'lin' : null)
    const { ruo } = context.cast
    const firstPage = await listFeedback(context.db, ruo.viewer, readFilter({}))
    const secondPage = await listFeedback(context.db, ruo.viewer, readFilter({ before: firstPage.next! }))
    const questions = [...firstPage.rows, ...secondPage.rows].map(({ question }) => question)
    expect(questions).toEqual(['question 34', ...Array.from({ length: 34 }, (_, n) => `question ${n}`)])
    expect(secondPage.next).toBeNull()
  })

  test('is marked in words when overdue, is counted in the menu, and can be listed separately', async () => {
    await feedback('late', 'lin')
    expect(await questions({ state: 'overdue' })).toEqual([])
    expect(await pageOf('/desk/feedback')).toContain('2026-11-26')
    setTime(LATER)
    await feedback('new', 'lin')
    expect(await questions({ state: 'overdue' })).toEqual(['late'])
    const words = { en_US: 'Overdue', zh_CN: '已逾期', zh_TW: '已逾期' }
    for (const locale of LOCALES) {
      const html = await pageOf('/desk/feedback?state=overdue', locale)
      expect(html).toContain(`text-error">${words[locale]}`)
      expect(html).toContain(translate(locale)('common.menu.overdue'))
    }
  })
})

describe('a conversation', () => {
  const write = (who: 'lin' | 'hannah') =>
    sendAsCustomer(context.db, context.cast[who].viewer, { words: 'Hello', key: newId() }, 'en_US')
  const names = async (overdue = false) =>
    (await listConversations(context.db, { overdue })).map(({ username }) => username)

  test('is due from its first unanswered message on, until it is answered', async () => {
    await write('lin')
    setTime(SATURDAY)
    await write('lin')
    const [conversation] = await listConversations(context.db)
    expect(conversation!.due_at).toEqual(THURSDAY)
    const reply = { words: 'Good morning', key: newId() }
    await answerInChat(context.db, context.cast.ruo.viewer, conversation!.id, reply)
    expect((await listConversations(context.db))[0]!.due_at).toBeNull()
    await write('lin')
    expect((await listConversations(context.db))[0]!.due_at).toEqual(new Date('2026-11-30T23:59:59+08:00'))
  })

  test('of a package with faster support comes first among those due on the same day, and the desk says so', async () => {
    await write('hannah')
    await write('lin')
    const { lin, hannah } = context.cast
    expect(await names()).toEqual([hannah.viewer.username, lin.viewer.username])
    await plan('enterprise')
    expect(await names()).toEqual([lin.viewer.username, hannah.viewer.username])
    expect(await pageOf('/desk/chat')).toContain('priority support')
    expect(await names(true)).toEqual([])
    setTime(LATER)
    expect(await names(true)).toHaveLength(2)
    expect(await pageOf('/desk/chat?state=overdue')).toContain('text-error">Overdue')
  })
})

describe('a request for a tailor-made document', () => {
  test('is due while we owe an answer; after the acceptance, the delivery is due', async () => {
    const { lin, ruo } = context.cast
    await context.db.updateTable('accounts.team').set({ package: 'enterprise' }).execute()
    const viewer = (await findViewer(context.db, lin.viewer.id))!
    const id = await consultation(context.db, viewer)
    const dueOf = async () => (await findRequestForDesk(context.db, id)).due_at
    expect(await dueOf()).toEqual(THURSDAY)
    expect(await pageOf('/desk/consultations')).toContain('2026-11-26')
    await answerRequest(context.db, ruo.viewer, id, 'Which city?')
    expect(await dueOf()).toBeNull()
    setTime(SATURDAY)
    await replyToStaff(context.db, viewer, id, 'Bristol.', [])
    expect(await dueOf()).toEqual(new Date('2026-11-30T23:59:59+08:00'))
    await makeOffer(context.db, ruo.viewer, id, OFFER)
    expect(await dueOf()).toBeNull()
    await acceptOffer(context.db, viewer, id, 1)
    expect(await dueOf()).toEqual(new Date('2026-12-05T23:59:59+08:00'))
    await replyToStaff(context.db, viewer, id, 'Thank you.', [])
    expect(await dueOf()).toEqual(new Date('2026-12-05T23:59:59+08:00'))
    setTime('2026-12-06T12:00:00+08:00')
    expect((await readQueues(context.db)).consultations).toMatchObject({ overdue: 1 })
    expect(await pageOf('/desk/consultations?state=overdue')).toContain('text-error">Overdue')
    await context.db.deleteFrom('consultations.file').execute()
    await context.db.deleteFrom('consultations.action').execute()
    await context.db.deleteFrom('consultations.consultation').execute()
  })
})

describe('other requests', () => {
  test('the deletion of an account is due after fifteen working days, as the agreements promise', async () => {
    await context.cast.hannah.client.post('/mgmt/acct-info/deletion', { words: 'we moved to paper' })
    const row = await context.db
      .selectFrom('accounts.support_request')
      .select('due_at')
      .executeTakeFirstOrThrow()
    expect(row.due_at).toEqual(new Date('2026-12-16T23:59:59+08:00'))
    const type = 'ACCOUNT_AGREEMENT'
    const agreement = JSON.stringify(findAgreement(type, versionInForce(type)))
    expect(agreement).toContain('fifteen working days')
    expect(await pageOf('/desk/requests')).toContain('2026-12-16')
    expect(await pageOf('/desk/requests?state=overdue')).toContain('Nothing is overdue')
    await context.db
      .updateTable('accounts.support_request')
      .set({ due_at: new Date(0) })
      .execute()
    expect(await pageOf('/desk/requests?state=overdue')).toContain('text-error">Overdue')
    await context.db.deleteFrom('accounts.support_request').execute()
  })
})

describe('the daily mail', () => {
  const mails = () =>
    context.db
      .selectFrom('platform.mail')
      .select(['subject', 'text'])
      .where('subject', 'like', '%逾期%')
      .execute()
  beforeEach(() => context.db.deleteFrom('platform.overdue_notice').execute())

  test('is sent once a day, on working days, while anything is overdue', async () => {
    const run = () => mailOverdue.now(context.db, {} as never)
    await feedback('late', null)
    await run()
    expect(await mails()).toEqual([])
    setTime(SATURDAY)
    const { feedback: lateFeedback, chat } = await readQueues(context.db)
    expect([lateFeedback.overdue, chat.overdue]).toEqual([1, 0])
    await run()
    expect(await mails()).toEqual([])
    setTime('2026-11-30T09:05:00+08:00')
    await run()
    await run()
    const [mail, ...otherMails] = await mails()
    expect([mail!.subject, otherMails]).toEqual(['运营后台有 1 项已逾期', []])
    expect(mail!.text).toContain('意见反馈：1')
  })
})
