import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listConversations } from '#modules/chat/desk-chat.ts'
import { mailUnreadAnswer } from '#modules/chat/emails/unread-answer.ts'
import { DAY, now, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { eventsIn } from '#tests/support/events.ts'
import { fieldProblem, formProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'
import { gif } from '#tests/support/pictures.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  await db.deleteFrom('chat.conversation').execute()
  await db.deleteFrom('platform.mail').execute()
})
afterEach(() => setClock(null))

const HOME = '/online-service'
const GOOD = { name: 'Mei', email: 'mei@visitor.example', words: 'Do you ship to Chengdu?' }

async function captchaOf(client: Client) {
  const html = await (await client.get(HOME)).text()
  return { captchaId: /name="captchaId" value="([^"]+)"/.exec(html)![1]!, captcha: 'qishu' }
}

async function begin(client = newClient(db), fields: Record<string, string> = {}) {
  const answer = await client.post(HOME, { ...GOOD, key: newId(), ...(await captchaOf(client)), ...fields })
  return { client, answer }
}

const page = async (client: Client, path = HOME) => (await client.get(path)).text()
const row = async () => (await listConversations(db))[0]!
const answerAs = async (words: string) =>
  cast.ruo.client.post(`/desk/chat/${(await row()).id}/answer`, { words, key: newId() })

/** The return link in the last mail. */
async function mailedLink() {
  const { id, last_seq } = await row()
  await mailUnreadAnswer.now(db, { id, seq: last_seq })
  const [mail] = await mailsTo(db, GOOD.email)
  return { mail: mail!, link: new URL(mail!.links[0]!).pathname }
}

describe('a visitor', () => {
  test('writes without an account, continues in the same browser, and no other visitor can read it', async () => {
    const { client, answer } = await begin()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, HOME])
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('chat='))!
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/Max-Age=2592000/)
    expect(await page(client)).toContain(GOOD.words)
    await client.post(HOME, { words: 'And to Xi’an?', key: newId() })
    expect(await page(client)).toContain('And to Xi’an?')
    expect(await row()).toMatchObject({
      account_id: null,
      customerName: 'Mei',
      email: GOOD.email,
      last_seq: 2,
      state: 'waiting',
    })
    const stranger = newClient(db)
    stranger.cookies.set('chat', 'a'.repeat(40))
    for (const other of [stranger, cast.lin.client]) expect(await page(other)).not.toContain(GOOD.words)
    expect((await stranger.get(`${HOME}/file?message=1`)).status).toBe(404)
    const storedTokens = await db.selectFrom('chat.visitor_token').selectAll().execute()
    expect(JSON.stringify(storedTokens)).not.toContain(client.cookies.get('chat'))
  })

  test('sends a picture with the first message, and staff see both', async () => {
    const client = newClient(db)
    const fields = { ...GOOD, words: '', key: newId(), ...(await captchaOf(client)) }
    await postFiles(client, HOME, fields, [{ field: 'file', name: 'stamp.gif', bytes: gif() }])
    expect((await client.get(`${HOME}/file?message=1`)).headers.get('content-type')).toBe('image/gif')
    const html = await page(cast.ruo.client, `/desk/chat/${(await row()).id}`)
    for (const seen of ['stamp.gif', 'Visitor without an account', GOOD.email]) expect(html).toContain(seen)
    expect(html).not.toContain('/desk/accounts/')
    expect(await page(cast.ruo.client, '/desk/chat')).toContain('Mei')
  })

  test.each([
    ['email', { email: 'nobody' }, 422],
    ['email', { email: '' }, 422],
    ['words', { words: ' ' }, 422],
    ['name', { name: 'n'.repeat(101) }, 422],
    ['captcha', { captcha: '' }, 422],
    ['captcha', { captcha: 'wrong' }, 422],
  ])('gets the problem of %s %j at the field, and the typed text stays', async (field, fields, status) => {
    const { answer } = await begin(newClient(db), fields)
    const html = await answer.text()
    expect([answer.status, fieldProblem(html, field)]).toEqual([status, expect.stringMatching(/\S/)])
    if (field !== 'name') expect(html).toContain('value="Mei"')
    expect(await listConversations(db)).toEqual([])
  })

  test('gets the conversation of the account after a login', async () => {
    const { client } = await begin()
    for (const [name, value] of cast.lin.client.cookies) client.cookies.set(name, value)
    const { status, headers } = await client.get(HOME)
    expect([status, headers.get('location')]).toEqual([303, '/mgmt/online-service'])
    expect(await page(client, '/mgmt/online-service')).not.toContain(GOOD.words)
  })

  test('receives an answer while the page is open, but nothing without a conversation', async () => {
    const asStream = { accept: 'text/event-stream' }
    expect((await newClient(db).get('/live', asStream)).status).toBe(204)
    const { client } = await begin()
    const { body } = await client.get('/live', asStream)
    expect(await eventsIn(body!).next()).toMatchObject({ kind: 'todo', data: { hasPendingTask: false } })
  })
})

describe('an answer to a visitor', () => {
  test('is mailed with a link that only shows the answer; its button opens the conversation in another browser', async () => {
    await begin()
    await answerAs('To both.')
    const { mail, link } = await mailedLink()
    expect(mail.text).toContain('To both.')
    const otherClient = newClient(db)
    for (let looks = 0; looks < 2; looks++) {
      const looked = await otherClient.get(link)
      expect([looked.status, looked.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
      expect(await looked.text()).not.toContain('To both.')
    }
    expect([otherClient.cookies.has('chat'), (await row()).read_seq]).toEqual([false, 1])
    const response = await otherClient.post(link)
    expect([response.status, response.headers.get('location')]).toEqual([303, HOME])
    expect(await page(otherClient)).toContain('To both.')
    await otherClient.post(HOME, { words: 'Thank you', key: newId() })
    expect((await row()).last_seq).toBe(3)
  })

  test('is not mailed if it was read in time', async () => {
    const { client } = await begin()
    await answerAs('To both.')
    await page(client)
    const { id, last_seq } = await row()
    await mailUnreadAnswer.now(db, { id, seq: last_seq })
    expect(await mailsTo(db, GOOD.email)).toEqual([])
  })

  test('has a link for thirty days; the link is not valid as a cookie, nor the cookie as a link', async () => {
    const { client } = await begin()
    await answerAs('To both.')
    const { link } = await mailedLink()
    const token = link.split('/').at(-1)!
    const thief = newClient(db)
    thief.cookies.set('chat', token)
    expect(await page(thief)).not.toContain(GOOD.words)
    expect((await client.get(`${HOME}/return/${client.cookies.get('chat')}`)).status).toBe(404)
    const start = now().getTime()
    setClock(() => new Date(start + 31 * DAY))
    for (const answer of [await client.get(link), await client.post(link)]) expect(answer.status).toBe(404)
    expect(await page(client)).not.toContain(GOOD.words)
  })
})

describe('the number of visitors', () => {
  countRequests(() => db)

  test('is limited only per network, and per address for answers', async () => {
    const clientAt = (n: number) => newClient(db, undefined, `203.0.113.${n}`)
    for (let n = 0; n < 10; n++)
      expect((await begin(clientAt(1), { email: `a${n}@visitor.example` })).answer.status).toBe(303)
    const eleventh = (await begin(clientAt(1), { email: 'b@visitor.example' })).answer
    expect([eleventh.status, formProblem(await eleventh.text())]).toEqual([
      429,
      expect.stringMatching(/^Too many attempts/),
    ])
    for (let n = 2; n < 7; n++) expect((await begin(clientAt(n))).answer.status).toBe(303)
    expect((await begin(clientAt(7), { email: 'MEI@visitor.example' })).answer.status).toBe(429)
  })
})
