import { describe, expect, test } from 'vitest'
import { sendAsCustomer } from '#modules/chat/conversation.ts'
import { answer, listConversations } from '#modules/chat/desk-chat.ts'
import { mailUnreadAnswer } from '#modules/chat/emails/unread-answer.ts'
import { sendMessage } from '#modules/messaging/inbox/message.ts'
import { decline } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import type { PersonName } from '#tests/cast/people.ts'
import { codeFor } from '#tests/cast/registration.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { fieldProblem } from '#tests/support/form.ts'

const context = setUpCast()

const PAGE = '/mgmt/acct-info/notices'
const BY_DEFAULT = {
  due: 'now',
  dates: 'now',
  reviews: 'now',
  signatures: 'daily',
  questions: 'now',
  endings: 'now',
  team: 'daily',
  service: 'now',
  laws: 'now',
  locale: '',
}

const choose = (who: PersonName, changes: Record<string, string>) =>
  context.cast[who].client.post(PAGE, { ...BY_DEFAULT, ...changes })
const subjectsTo = async (address: string) =>
  (await mailsTo(context.db, address)).map(({ subject }) => subject)
const deleteMails = () => context.db.deleteFrom('platform.mail').execute()
const chosenValue = (html: string, name: string) =>
  /<option value="(\w*)" selected/.exec(
    new RegExp(`name="${name}".*?</select>`, 's').exec(html)?.[0] ?? '',
  )?.[1]

const joined = (who: PersonName) =>
  sendMessage(context.db, [context.cast[who].viewer.id], {
    kind: 'memberJoined',
    facts: { who: 'Ada', team: 'Lotus' },
    path: '/mgmt/acct-info/members',
  })

describe('the page', { shuffle: false }, () => {
  test('shows the defaults, saves the choice, and can be reached by a tab', async () => {
    const { client } = context.cast.zhou
    const endingsOfLin = async () =>
      chosenValue(await (await context.cast.lin.client.get(PAGE)).text(), 'endings')
    const another = await endingsOfLin()
    expect(await (await client.get('/mgmt/acct-info')).text()).toContain(`href="${PAGE}"`)
    const pageBefore = await (await client.get(PAGE)).text()
    for (const [name, way] of Object.entries(BY_DEFAULT))
      expect([name, chosenValue(pageBefore, name)]).toEqual([name, way])
    const response = await choose('zhou', { endings: 'none', locale: 'zh_TW' })
    expect([response.status, response.headers.get('location')]).toEqual([303, `${PAGE}?done=notices`])
    const pageAfter = await (await client.get(PAGE)).text()
    expect([
      chosenValue(pageAfter, 'endings'),
      chosenValue(pageAfter, 'locale'),
      chosenValue(pageAfter, 'due'),
    ]).toEqual(['none', 'zh_TW', 'now'])
    expect(await endingsOfLin()).toBe(another)
  })

  test('rejects unknown choices at their field, and saves none of them', async () => {
    const refusal = await choose('zhou', { team: 'hourly', locale: 'fr_FR' })
    const html = await refusal.text()
    expect([refusal.status, fieldProblem(html, 'team'), fieldProblem(html, 'locale')]).toEqual([
      422,
      'This field must be selected',
      'This field must be selected',
    ])
    expect(chosenValue(await (await context.cast.zhou.client.get(PAGE)).text(), 'endings')).toBe('none')
  })

  test('offers no choice for mandatory mails', async () => {
    const html = await (await context.cast.lin.client.get(PAGE)).text()
    expect(html).toContain('They cannot be turned off')
    expect([...html.matchAll(/<select[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      ...Object.keys(BY_DEFAULT).slice(0, -1),
      'features',
      'locale',
    ])
  })
})

describe('a mail about a message', { shuffle: false }, () => {
  test('is sent immediately, in the digest or not at all, as the reader chose', async () => {
    for (const [way, mails, digest] of [
      ['now', ['Ada has joined Lotus'], null],
      ['daily', [], 'waiting'],
      ['none', [], null],
    ] as const) {
      await choose('hannah', { team: way })
      await deleteMails()
      await joined('hannah')
      expect([way, await subjectsTo('hannah@example.com')]).toEqual([way, mails])
      const { in_digest } = await context.db
        .selectFrom('messaging.message')
        .select('in_digest')
        .where('account_id', '=', context.cast.hannah.viewer.id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect([way, in_digest]).toEqual([way, digest])
    }
  })

  test('is in the language chosen for mails, or else in the reader’s language on the site', async () => {
    await choose('hannah', { team: 'now', locale: 'zh_CN' })
    await context.cast.hannah.client.get('/mgmt/home?locale=en_US')
    await deleteMails()
    await joined('hannah')
    expect(await subjectsTo('hannah@example.com')).toEqual(['Ada 已加入 Lotus'])
    await codeFor(context.db, newClient(context.db), 'hannah@example.com', 'login')
    expect((await subjectsTo('hannah@example.com'))[0]).toBe('您的契书验证码')
    await choose('hannah', { team: 'now' })
    await deleteMails()
    await joined('hannah')
    expect(await subjectsTo('hannah@example.com')).toEqual(['Ada has joined Lotus'])
  })

  test('contains a link to turn off such mails', async () => {
    await joined('hannah')
    const [mail] = await mailsTo(context.db, 'hannah@example.com')
    expect(mail!.text).toContain(PAGE)
    expect(mail!.html).toContain(`${PAGE}">Change email notifications</a>`)
  })
})

const HANNAH = { id: 'a', party: 'a', name: '陈莲 Chen Lian', email: 'Hannah@example.com' }
const OLIVER = { id: 'b', party: 'b', name: 'Oliver Grant', email: 'oliver@kestrel.example' }

/** Lin sends a document and Hannah declines it; returns the number of mails to each. */
async function declinedByHannah() {
  const { viewer } = context.cast.lin
  const id = await finalisedDocument(context.db, viewer)
  await storeSetting(context.db, viewer, id, [HANNAH, OLIVER])
  await deleteMails()
  await startSigning(context.db, viewer, id, 'en_US')
  const invitations = await subjectsTo('Hannah@example.com')
  const { id: turn } = await context.db
    .selectFrom('signing.signatory')
    .select('id')
    .where('state', '=', 'invited')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await decline(context.db, await turnOf(context.db, turn), 'no')
  const countDeclined = (subjects: string[]) => subjects.filter((one) => /declined|拒/.test(one)).length
  const starter = await subjectsTo('lin@example.com')
  const signatory = await subjectsTo('Hannah@example.com')
  return { asked: invitations.length, starter: countDeclined(starter), signatory: countDeclined(signatory) }
}

describe('the end of a signing', { shuffle: false }, () => {
  test('is mailed to people who chose this mail; signatories are always invited', async () => {
    await choose('lin', {})
    await choose('hannah', {})
    expect(await declinedByHannah()).toEqual({ asked: 1, starter: 1, signatory: 1 })
    await choose('lin', { endings: 'daily' })
    await choose('hannah', { due: 'none', endings: 'none' })
    expect(await declinedByHannah()).toEqual({ asked: 1, starter: 0, signatory: 0 })
  })
})

test('a signatory’s question is mailed to the sender immediately, unless the sender chose otherwise', async () => {
  const mailsAboutQuestion = async (ways: Record<string, string>) => {
    await choose('lin', ways)
    await deleteMails()
    const facts = { who: 'Nina Patel', document: 'Lease', number: 'QS-2026-0001' }
    const path = '/mgmt/sample/signing'
    await sendMessage(context.db, [context.cast.lin.viewer.id], { kind: 'signingQuestion', facts, path })
    return subjectsTo('lin@example.com')
  }
  const subject = 'Nina Patel has a question about “Lease” (QS-2026-0001)'
  expect(await mailsAboutQuestion({ signatures: 'none' })).toEqual([subject])
  expect(await mailsAboutQuestion({ questions: 'none' })).toEqual([])
})

test('an answer of the online service is mailed to people who chose this mail', async () => {
  const { cast, db } = context
  await sendAsCustomer(db, cast.lin.viewer, { words: 'Where is the seal?', key: newId() }, 'en_US')
  const { id } = (await listConversations(db)).find((one) => one.account_id === cast.lin.viewer.id)!
  const mailsOfAnAnswer = async () => {
    await answer(db, cast.ruo.viewer, id, { words: 'On the last page.', key: newId() })
    const conversation = db.selectFrom('chat.conversation').select('last_seq').where('id', '=', id)
    const { last_seq: seq } = await conversation.executeTakeFirstOrThrow()
    await deleteMails()
    await mailUnreadAnswer.now(db, { id, seq })
    return (await subjectsTo('lin@example.com')).length
  }
  await choose('lin', { service: 'none' })
  expect(await mailsOfAnAnswer()).toBe(0)
  await choose('lin', {})
  expect(await mailsOfAnAnswer()).toBe(1)
})
