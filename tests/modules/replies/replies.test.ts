import { beforeEach, describe, expect, test } from 'vitest'
import { storeFeedback } from '#modules/messaging/feedback.ts'
import { fillIn, hasPlaceholders } from '#modules/replies/placeholders.ts'
import { MAX_REPLIES } from '#modules/replies/reply.ts'
import { newId } from '#src/core/ids.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
const HOME = '/desk/replies'
const REPLY = {
  name: 'Thanks',
  text_en_US: 'Thank you, {name}. Your order {order} is on its way.',
  text_zh_CN: '谢谢，{name}。',
  text_zh_TW: '謝謝，{name}。',
}

beforeEach(async () => {
  await context.db.deleteFrom('replies.reply').execute()
})

const typedValue = (html: string, name: string) =>
  html.split(`name="${name}"`)[1]?.split('>')[1]?.split('<')[0]

const ruo = () => context.cast.ruo.client
const rows = () => context.db.selectFrom('replies.reply').selectAll().execute()
const write = (changes: Record<string, string> = {}, at = 'new') =>
  ruo().post(`${HOME}/${at}`, { ...REPLY, ...changes })

test('placeholders with a value are filled in, and the others stay', () => {
  const text = fillIn(REPLY.text_en_US, { name: 'Lin', order: null })
  expect([text, hasPlaceholders(text)]).toEqual(['Thank you, Lin. Your order {order} is on its way.', true])
  expect([hasPlaceholders('{other} {}'), hasPlaceholders('{team}')]).toEqual([false, true])
})

describe('a saved reply', () => {
  test('is written, edited and deleted, and the staff log shows that', async () => {
    expect((await write()).headers.get('location')).toBe(`${HOME}?done=saved`)
    const [{ id, updated_at }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]]
    const was = updated_at.toISOString()
    expect((await write({ name: 'Many thanks', was }, id)).status).toBe(303)
    const lateResponse = await write({ name: 'Stale', was }, id)
    expect([lateResponse.status, (await lateResponse.text()).includes('A colleague has changed it')]).toEqual(
      [422, true],
    )
    expect((await ruo().post(`${HOME}/${id}/removal`)).status).toBe(303)
    expect((await ruo().post(`${HOME}/${id}/removal`)).status).toBe(404)
    const log = await context.db
      .selectFrom('accounts.desk_action')
      .select(['subject', 'reason'])
      .where('action', '=', 'change-reply')
      .orderBy('id')
      .execute()
    expect(log).toEqual([
      { subject: 'Thanks', reason: 'add' },
      { subject: 'Many thanks', reason: 'edit' },
      { subject: 'Many thanks', reason: 'delete' },
    ])
  })

  test('requires a unique name and all three texts, and has a maximum length', async () => {
    await write()
    const faults: Record<string, string>[] = [
      { name: 'THANKS' },
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { text_zh_TW: '' },
    ]
    for (const wrong of faults) {
      const answer = await write({ name: 'Other', ...wrong })
      expect([wrong, answer.status]).toEqual([wrong, 422])
      expect(typedValue(await answer.text(), 'text_en_US')).toBe(REPLY.text_en_US)
    }
    expect((await rows()).length).toBe(1)
  })

  test('is one of at most a hundred, and exists only for staff', async () => {
    const texts = JSON.stringify({ en_US: 'x', zh_CN: 'x', zh_TW: 'x' })
    const row = { texts, updated_at: new Date(), updated_by: context.cast.ruo.viewer.id }
    const manyReplies = Array.from({ length: MAX_REPLIES }, (_, at) => ({
      ...row,
      id: newId(),
      name: `r${at}`,
    }))
    await context.db.insertInto('replies.reply').values(manyReplies).execute()
    expect((await write()).status).toBe(422)
    expect((await context.cast.lin.client.get(HOME)).status).toBe(404)
    expect((await context.cast.lin.client.post(`${HOME}/new`, REPLY)).status).toBe(404)
  })

  test('is appended to the typed text in the chosen language; an answer with a placeholder is not sent', async () => {
    await write()
    const sender = { email: 'mei@lotus.example', picture: null, accountId: context.cast.lin.viewer.id }
    const id = await storeFeedback(context.db, { ...sender, question: 'Where?', locale: 'en_US' }, false)
    const path = `/desk/feedback/${id}`
    const fields = { answer: 'Dear Lin', reply: 'thanks', replyLocale: 'en_US' }
    const html = await (await ruo().post(`${path}/reply`, fields)).text()
    const typed = typedValue(html, 'answer')
    expect(typed).toContain('Dear Lin\n\nThank you, ')
    expect(typed).toContain('{order}')
    const unknown = await ruo().post(`${path}/reply`, { ...fields, reply: 'Nothing' })
    expect(unknown.status).toBe(422)
    expect(typedValue(await unknown.text(), 'answer')).toBe('Dear Lin')
    expect((await ruo().post(`${path}/answer`, { answer: typed! })).status).toBe(422)
    expect((await context.cast.lin.client.post(`${path}/reply`, fields)).status).toBe(404)
  })
})
