import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listConversations } from '#modules/chat/desk-chat.ts'
import { mailUnreadAnswer } from '#modules/chat/emails/unread-answer.ts'
import { eraseConversation } from '#modules/chat/index.ts'
import { HOUR, now, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { XSS } from '#tests/security/payloads.ts'
import { testDatabase } from '#tests/support/database.ts'
import { dangers } from '#tests/support/markup.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  setClock(null)
  await db.deleteFrom('chat.conversation').execute()
  await db.deleteFrom('platform.mail').execute()
})

const HOME = '/mgmt/online-service'
const ask = (who: 'lin' | 'hannah', words: string, key: string = newId()) =>
  cast[who].client.post(HOME, { words, key })
const ruo = (path: string, fields: Record<string, string> = {}) => cast.ruo.client.post(path, fields)
const readPage = async (who: 'lin' | 'hannah' | 'ruo', path = HOME) =>
  (await cast[who].client.get(path)).text()
const conversationOf = async (who: 'lin' | 'hannah') =>
  (await listConversations(db)).find((one) => one.account_id === cast[who].viewer.id)!
const atDesk = async (who: 'lin' | 'hannah') => `/desk/chat/${(await conversationOf(who)).id}`

describe('a message', () => {
  test('is stored in order and waits at the desk; only its own account and staff can read it', async () => {
    expect((await ask('hannah', 'Where is the seal?')).headers.get('location')).toBe(HOME)
    await ask('hannah', 'And the date?')
    const words = [...(await readPage('hannah')).matchAll(/Where is the seal\?|And the date\?/g)].map(
      ([one]) => one,
    )
    expect(words).toEqual(['Where is the seal?', 'And the date?'])
    expect(await readPage('lin')).not.toContain('Where is the seal?')
    expect(await conversationOf('hannah')).toMatchObject({ state: 'waiting', last_seq: 2, locale: 'en_US' })
    expect(await readPage('ruo', await atDesk('hannah'))).toContain('And the date?')
  })

  test('sent twice with one key, even concurrently, is stored once; with another key it is another message', async () => {
    const key = newId()
    await Promise.all([1, 2, 3].map(() => ask('hannah', 'Once', key)))
    await ask('hannah', 'Once', key)
    expect((await conversationOf('hannah')).last_seq).toBe(1)
    // The same key in another conversation is independent.
    await ask('lin', 'Mine', key)
    await ask('hannah', 'Once', newId())
    expect([(await conversationOf('lin')).last_seq, (await conversationOf('hannah')).last_seq]).toEqual([
      1, 2,
    ])
  })

  test('gets a number without gaps even if many are sent concurrently', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => ask('hannah', `No. ${n}`)))
    const rows = await db.selectFrom('chat.message').select('seq').orderBy('seq').execute()
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test.each([
    ['nothing', '   ', 'Required'],
    ['too much', 'x'.repeat(2001), 'Too long'],
    ['what turns the direction of reading', 'a\u202eb', 'U+202E'],
  ])('is rejected at its field with %s, and the typed text stays', async (_, words, problem) => {
    const refusal = await ask('hannah', words)
    const html = await refusal.text()
    const note = /<p id="words-note" role="alert"[^>]*>([^<]*)/.exec(html)?.[1]
    expect([refusal.status, note]).toEqual([422, expect.stringMatching(/\S/)])
    if (problem === 'U+202E') expect(note).toContain(problem)
    expect(html).toContain(words.trim())
    expect(await listConversations(db)).toEqual([])
  })

  test('is plain text for the customer, at the desk and in the mail', async () => {
    for (const payload of XSS.slice(0, 20)) await ask('hannah', payload)
    const { id, last_seq } = await conversationOf('hannah')
    await ruo(`/desk/chat/${id}/answer`, { words: XSS[0]!, key: newId() })
    await mailUnreadAnswer.now(db, { id, seq: last_seq + 1 })
    const [mail] = await mailsTo(db, cast.hannah.viewer.email!)
    for (const html of [await readPage('hannah'), await readPage('ruo', `/desk/chat/${id}`)])
      expect(dangers(html)).toEqual([])
    // Our mails contain their own style.
    expect(dangers(mail!.html!)).toEqual(['<style>'])
  })

  test('is on an earlier page if fifty newer messages exist', async () => {
    for (let n = 1; n <= 53; n++) await ask('hannah', `No. ${n}.`)
    const lastPage = await readPage('hannah')
    expect([lastPage.includes('No. 4.'), lastPage.includes('No. 3.')]).toEqual([true, false])
    const earlierPage = await readPage('hannah', /href="([^"]*before=4)"/.exec(lastPage)![1])
    expect([earlierPage.includes('No. 3.'), earlierPage.includes('No. 4.')]).toEqual([true, false])
    expect(earlierPage).not.toContain('hx-get')
  })

  test('is loaded above the displayed messages without a gap, even if new messages arrive', async () => {
    for (let n = 1; n <= 103; n++) await ask('hannah', `No. ${n}.`)
    await db.deleteFrom('chat.message').where('seq', '=', 60).execute()
    const part = async (path: string) => {
      const html = await (await cast.hannah.client.get(path, { 'hx-request': 'true' })).text()
      const numbers = [...html.matchAll(/No\. (\d+)\./g)].map(([, number]) => Number(number))
      return {
        numbers: [numbers[0], numbers.at(-1), numbers.length],
        next: /hx-get="([^"]*before=\d+)"/.exec(html)?.[1],
      }
    }
    const page = await readPage('hannah')
    const [fromUrl] = /\/mgmt\/online-service\?from=\d+/.exec(page)!
    const olderPart = await part(/hx-get="([^"]*before=\d+)"/.exec(page)![1]!)
    expect([olderPart.numbers, (await part(olderPart.next!)).numbers]).toEqual([
      [3, 52, 50],
      [1, 2, 2],
    ])
    for (let n = 104; n <= 106; n++) await ask('hannah', `No. ${n}.`)
    // The link is above the live part, because the live part may disappear.
    expect(await part(fromUrl)).toEqual({ numbers: [53, 106, 53], next: undefined })
    for (const strange of ['?from=x', '?before=0', '?from=99999999999', '?before=%ff'])
      expect([strange, (await cast.hannah.client.get(`${HOME}${strange}`)).status]).toEqual([strange, 200])
  })
})

describe('the desk', () => {
  test('lists waiting conversations first, the longest waiting conversation at the top', async () => {
    const start = now().getTime()
    await ask('hannah', 'First')
    setClock(() => new Date(start + HOUR))
    await ask('lin', 'Second')
    await ask('hannah', 'First, again')
    const queue = async () => (await listConversations(db)).map(({ username }) => username)
    expect(await queue()).toEqual(['hannah', 'lin'])
    await ruo(`${await atDesk('hannah')}/answer`, { words: 'Here.', key: newId() })
    expect(await queue()).toEqual(['lin', 'hannah'])
  })

  test('answers once, shows read messages, and makes the first person who answers the owner', async () => {
    await ask('hannah', 'Where?')
    const deskPath = await atDesk('hannah')
    const key = newId()
    for (let n = 0; n < 2; n++)
      expect((await ruo(`${deskPath}/answer`, { words: 'Here.', key })).status).toBe(303)
    expect(await conversationOf('hannah')).toMatchObject({
      state: 'answered',
      last_seq: 2,
      ownerName: 'ruo',
    })
    expect(await readPage('ruo', deskPath)).toContain('not read yet')
    expect(await readPage('hannah')).toContain('Here.')
    expect(await readPage('ruo', deskPath)).not.toContain('not read yet')
  })

  test('marks messages as read when the conversation is opened, and the customer sees that', async () => {
    await ask('hannah', 'Where?')
    expect(await readPage('hannah')).toContain('not read yet')
    await readPage('ruo', '/desk/chat')
    expect(await readPage('hannah')).toContain('not read yet')
    await readPage('ruo', await atDesk('hannah'))
    expect(await readPage('hannah')).not.toContain('not read yet')
    await ask('hannah', 'And when?')
    expect(await readPage('hannah')).toContain('not read yet')
  })

  test('takes over, hands back and closes; only staff see these events in the conversation', async () => {
    await ask('hannah', 'Where?')
    const deskPath = await atDesk('hannah')
    for (const [action, to] of [
      ['owner', 'me'],
      ['owner', 'me'],
      ['owner', 'nobody'],
      ['closing', ''],
      ['closing', ''],
    ])
      expect((await ruo(`${deskPath}/${action}`, { to: to! })).status).toBe(303)
    const log = (html: string) =>
      [...html.matchAll(/(took over|returned to the queue|closed)(?=<!-- --> ·)/g)].map(([one]) => one)
    expect(log(await readPage('ruo', deskPath))).toEqual(['took over', 'returned to the queue', 'closed'])
    expect(log(await readPage('hannah'))).toEqual([])
    expect(await conversationOf('hannah')).toMatchObject({ state: 'closed', owner_id: null })
    await ask('hannah', 'One more thing')
    expect((await conversationOf('hannah')).state).toBe('waiting')
  })

  test('suggests saved replies in the customer’s language', async () => {
    await cast.hannah.client.post(HOME, { words: '請問', key: newId() }, { 'accept-language': 'zh-TW' })
    const html = await readPage('ruo', await atDesk('hannah'))
    expect(html).toContain('<option value="zh_TW" selected="">')
    expect(html).toContain('data-zh-tw="請告訴我們文件的名稱')
    expect(html).toContain('traditional Chinese')
  })

  test('is not available to customers, and staff cannot chat with themselves', async () => {
    await ask('hannah', 'Where?')
    const deskPath = await atDesk('hannah')
    for (const path of ['/desk/chat', deskPath, `${deskPath}/answer`])
      expect([path, (await cast.hannah.client.get(path)).status]).toEqual([path, 404])
    expect((await cast.ruo.client.get(HOME)).headers.get('location')).toBe('/desk/chat')
    expect((await ruo(HOME, { words: 'Hello', key: newId() })).headers.get('location')).toBe('/desk/chat')
    expect(await listConversations(db)).toHaveLength(1)
  })
})

describe('an answer', () => {
  async function answerInChat() {
    await ask('hannah', 'Where?')
    const { id } = await conversationOf('hannah')
    await ruo(`/desk/chat/${id}/answer`, { words: 'On the last page.', key: newId() })
    return { id, seq: 2 }
  }

  test('is mailed once if unread, in the customer’s language, with a link to the conversation', async () => {
    const answerId = await answerInChat()
    await Promise.all([1, 2].map(() => mailUnreadAnswer.now(db, answerId)))
    const mails = await mailsTo(db, cast.hannah.viewer.email!)
    expect(mails.map(({ subject }) => subject)).toEqual(['Qishu has replied to you'])
    expect(mails[0]!.text).toContain('On the last page.')
    expect(mails[0]!.links).toEqual([expect.stringMatching(/\/mgmt\/online-service$/)])
  })

  test('is not mailed if it was read', async () => {
    const answerId = await answerInChat()
    await readPage('hannah')
    await mailUnreadAnswer.now(db, answerId)
    expect(await mailsTo(db, cast.hannah.viewer.email!)).toEqual([])
  })
})

test('the page promises a mail only if the customer has chosen it', async () => {
  const { client, viewer } = cast.hannah
  const choices = {
    now: `after five minutes is also emailed to ${viewer.email}`,
    daily: `is included in your daily digest to ${viewer.email}`,
    none: 'Leave a message at any hour and find the reply here.',
  }
  for (const [way, promise] of Object.entries(choices)) {
    const otherChoices = { due: 'now', reviews: 'now', signatures: 'now', endings: 'now', team: 'now' }
    const ways = { ...otherChoices, service: way, locale: '' }
    expect((await client.post('/mgmt/acct-info/notices', ways)).status).toBe(303)
    expect([way, (await readPage('hannah')).includes(promise)]).toEqual([way, true])
  }
})

test('messages are erased with their account', async () => {
  await ask('hannah', 'Where?')
  await ask('lin', 'When?')
  await db.transaction().execute((trx) => eraseConversation(trx, { accountId: cast.hannah.viewer.id }))
  expect((await listConversations(db)).map(({ username }) => username)).toEqual(['lin'])
  expect(await db.selectFrom('chat.message').select('words').execute()).toEqual([{ words: 'When?' }])
})
