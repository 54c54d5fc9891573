import { beforeEach, describe, expect, test } from 'vitest'
import { numberOf, storeFeedback } from '#modules/messaging/feedback.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { fieldProblem } from '#tests/support/form.ts'

const context = setUpCast()
let id: string

const QUESTION = {
  question: 'Where does the seal go?\nOn page two?',
  email: 'mei@lotus.example',
  locale: 'zh_TW' as const,
  picture: null,
}
const ANSWER = '請蓋在簽署頁。\n如有疑問，請再來信。'

beforeEach(async () => {
  await context.db.deleteFrom('messaging.feedback').execute()
  await context.db.deleteFrom('platform.mail').execute()
  id = await storeFeedback(context.db, { ...QUESTION, accountId: context.cast.lin.viewer.id }, false)
})

const desk = () => context.cast.ruo.client
const pathOf = () => `/desk/feedback/${id}`
const post = (action: string, fields: Record<string, string> = {}) =>
  desk().post(`${pathOf()}/${action}`, fields)
const html = async (path = pathOf()) => (await desk().get(path)).text()
const row = () =>
  context.db.selectFrom('messaging.feedback').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const actions = async () => {
  const rows = await context.db
    .selectFrom('messaging.feedback_action')
    .select(['action', 'words', 'staff_id'])
    .orderBy('id')
    .execute()
  return rows.map((one) => {
    expect(one.staff_id).toBe(context.cast.ruo.viewer.id)
    return [one.action, one.words]
  })
}

describe('feedback at the desk', { shuffle: false }, () => {
  test('is reported to our own mailbox, without its content', async () => {
    const { text, subject, links } = await lastMailTo(context.db, config.company.mail)
    expect(subject).toContain(numberOf(id))
    expect(`${subject} ${text}`).not.toContain('seal')
    expect(links![0]).toContain(pathOf())
  })

  test('is answered once by mail in the sender’s language, and is shown as answered', async () => {
    expect((await post('answer', { answer: ANSWER })).headers.get('location')).toBe(`${pathOf()}?done=answer`)
    const mail = await lastMailTo(context.db, QUESTION.email)
    expect(mail.subject).toBe(`關於您的意見回饋 ${numberOf(id)}：我們的答覆`)
    expect(mail.text).toContain('請蓋在簽署頁。\n\n如有疑問，請再來信。')
    expect(mail.text).toContain('Where does the seal go?')
    expect(await row()).toMatchObject({ state: 'answered', owner_id: context.cast.ruo.viewer.id })
    expect(await html('/desk/feedback')).not.toContain(pathOf())
    expect(await html('/desk/feedback?state=answered')).toContain(pathOf())
    expect(await actions()).toEqual([['answer', ANSWER.replaceAll('\n', '\n')]])
  })

  test('with an interim answer by mail stays open, and is answered again', async () => {
    const { due_at: dueAt } = await row()
    const response = await post('answer', { answer: 'We look into it.', step: 'interim' })
    expect(response.headers.get('location')).toBe(`${pathOf()}?done=interim`)
    const newState = await row()
    expect([newState.state, newState.owner_id, newState.due_at! >= dueAt!]).toEqual([
      'open',
      context.cast.ruo.viewer.id,
      true,
    ])
    await post('answer', { answer: ANSWER })
    expect((await actions()).map(([action]) => action)).toEqual(['interim', 'answer'])
    const lateResponse = await post('answer', { answer: 'Too late', step: 'interim' })
    expect([lateResponse.status, (await lateResponse.text()).includes('Too late')]).toEqual([422, true])
  })

  test('answered by two people concurrently is sent once; the slower person keeps the typed text', async () => {
    const answers = await Promise.all([post('answer', { answer: 'One' }), post('answer', { answer: 'Two' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    const latePage = await answers.find(({ status }) => status === 422)!.text()
    expect(latePage).toContain('A colleague has already closed this')
    expect((await mailsTo(context.db, QUESTION.email)).length).toBe(1)
  })

  test('shows the last action only while it is valid', async () => {
    const praised = async (done: string) => (await html(`${pathOf()}?done=${done}`)).includes('alert-success')
    await post('owner', { to: 'me' })
    await post('answer', { answer: 'One' })
    for (const [done, so] of Object.entries({
      answer: true,
      close: false,
      reopen: false,
    }))
      expect([done, await praised(done)]).toEqual([done, so])
    await post('reopening')
    for (const [done, so] of Object.entries({ answer: false, reopen: true, toString: false }))
      expect([done, await praised(done)]).toEqual([done, so])
  })

  test.each([
    ['answer', 'answer'],
    ['note', 'note'],
    ['closing', 'ground'],
  ])('%s without a text is rejected beside its field', async (action, field) => {
    const answer = await post(action, { [field]: '  ' })
    expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, 'This field is required'])
    const longResponse = await post(action, { [field]: 'x'.repeat(5001) })
    expect(longResponse.status).toBe(422)
    expect([await actions(), (await row()).state]).toEqual([[], 'open'])
  })

  test('is assigned, annotated, handed back, closed and reopened; each step is in its history', async () => {
    await post('owner', { to: 'me' })
    await post('owner', { to: 'me' })
    expect(await html('/desk/feedback?state=mine')).toContain(pathOf())
    await post('note', { note: 'Called her' })
    await post('owner', { to: 'nobody' })
    expect(await html('/desk/feedback?state=mine')).not.toContain(pathOf())
    await post('closing', { ground: 'Settled by telephone' })
    await post('closing', { ground: 'Twice' })
    await post('reopening')
    await post('reopening')
    expect(await actions()).toEqual([
      ['take', ''],
      ['note', 'Called her'],
      ['release', ''],
      ['close', 'Settled by telephone'],
      ['reopen', ''],
    ])
    const page = await html()
    for (const words of ['Called her', 'Settled by telephone', context.cast.ruo.viewer.name])
      expect([words, page.includes(words)]).toEqual([words, true])
    expect(await mailsTo(context.db, QUESTION.email)).toEqual([])
  })

  test.each(['seal go', 'MEI@lotus', 'number'])('is found by %s', async (keyword) => {
    const query = keyword === 'number' ? numberOf(id) : keyword
    expect(await html(`/desk/feedback?keyword=${encodeURIComponent(query)}`)).toContain(pathOf())
    expect(await html('/desk/feedback?keyword=%25')).not.toContain(pathOf())
  })

  test('the URL of each form redirects to the feedback', async () => {
    const refusal = await desk().get(`${pathOf()}/answer?locale=zh_CN`)
    expect([refusal.status, refusal.headers.get('location')]).toEqual([303, pathOf()])
    expect((await desk().get(`/desk/feedback/${newId()}/answer`)).status).toBe(404)
  })

  test('links to the sender’s account; only staff can see it', async () => {
    expect(await html()).toContain(`/desk/accounts/${context.cast.lin.viewer.id}`)
    expect((await context.cast.lin.client.get(pathOf())).status).toBe(404)
    expect((await context.cast.lin.client.post(`${pathOf()}/answer`, { answer: 'x' })).status).toBe(404)
    expect((await desk().post(`/desk/feedback/${newId()}/answer`, { answer: 'x' })).status).toBe(404)
    expect(await actions()).toEqual([])
  })
})
