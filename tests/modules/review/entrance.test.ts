import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { HOUR, setClock } from '#src/core/clock.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import {
  accessCodeTo,
  captchaOn,
  enterAsReviewer,
  OLIVER,
  type Review,
  reviewedDocument,
} from '#tests/cast/review.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let review: Review

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  review = await reviewedDocument(db, cast)
})

const statusAndText = async (answer: Response) => [answer.status, await answer.text()] as const
const ownPath = (path = 'review-doc') => `/review/${review.oliverId}/${path}`

async function login(client: Client, fields: Record<string, string>, at = review.link) {
  return client.post(at, { ...(await captchaOn(client, at)), ...fields })
}

describe('the login', () => {
  test('succeeds with a mailed code, only in the browser that requested it', async () => {
    const client = newClient(db)
    const response = await login(client, { email: OLIVER.email, way: 'code' })
    expect([response.status, response.headers.get('location')]).toEqual([303, `${review.link}/code`])
    const { code } = await lastMailTo(db, OLIVER.email)
    const forwarded = await newClient(db).post(`${review.link}/code`, { code: code! })
    expect(await statusAndText(forwarded)).toEqual([422, expect.stringContaining('erification code')])
    const entered = await client.post(`${review.link}/code`, { code: code! })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, ownPath()])
    expect((await client.get(ownPath())).status).toBe(200)
    // All earlier steps now redirect to the document; the code is used up.
    for (const path of ['', '/code'])
      expect((await client.get(review.link + path)).headers.get('location')).toBe(ownPath())
    expect((await newClient(db).post(`${review.link}/code`, { code: code! })).status).toBe(422)
  })

  test('succeeds with the email and the access code, without the link', async () => {
    const client = newClient(db)
    const accessCode = (await accessCodeTo(db, OLIVER.email)).toLowerCase()
    const entered = await login(client, { email: OLIVER.email, accessCode, way: 'access' }, '/review/login')
    expect([entered.status, entered.headers.get('location')]).toEqual([303, ownPath()])
  })

  test('rejects a wrong captcha answer, email or access code with its message, and keeps the typed text', async () => {
    const client = newClient(db)
    const accessCode = await accessCodeTo(db, OLIVER.email)
    const wrong = async (fields: Record<string, string>, words: string) => {
      const [status, html] = await statusAndText(
        await login(client, { email: OLIVER.email, accessCode, way: 'access', ...fields }),
      )
      expect([
        status,
        html.includes(words),
        html.includes(`value="${fields.email ?? OLIVER.email}"`),
      ]).toEqual([422, true, true])
    }
    await wrong({ captcha: 'nope' }, 'graphic')
    await wrong({ email: 'someone@kestrel.example' }, 'Wrong email or access code')
    await wrong({ accessCode: 'AAAAAAAA' }, 'Wrong email or access code')
  })

  test('is closed to a browser after ten wrong guesses, even with the right code, until a new link is sent', async () => {
    const accessCode = await accessCodeTo(db, OLIVER.email)
    const client = newClient(db)
    const guess = (by: Client, n: number) =>
      login(by, { email: OLIVER.email, accessCode: `AAAAAA${n}Z`, way: 'access' })
    for (let n = 0; n < 10; n++) expect((await guess(client, n)).status).toBe(422)
    expect(await statusAndText(await client.get(review.link))).toEqual([
      410,
      expect.stringContaining('too many failed attempts in this browser'),
    ])
    const right = await login(client, { email: OLIVER.email, accessCode, way: 'access' }, '/review/login')
    expect(right.status).toBe(422)
    await cast.lin.client.post(`/mgmt/${review.documentId}/reviewers/${review.oliverId}/reminder`)
    const link = new URL((await lastMailTo(db, OLIVER.email)).links[0]!).pathname
    expect((await client.get(link)).status).toBe(200)
  })

  test('stays open to the reviewer after guesses of others with the link, which neither end nor use the code', async () => {
    const client = newClient(db)
    await login(client, { email: OLIVER.email, way: 'code' })
    const { code } = await lastMailTo(db, OLIVER.email)
    for (let n = 0; n < 12; n++) {
      const other = newClient(db)
      expect((await login(other, { email: 'else@kestrel.example', way: 'code' })).status).toBe(422)
      expect((await login(other, { email: OLIVER.email, way: 'code' })).status).toBe(303)
      for (const wrong of ['000000', '111111'])
        expect((await other.post(`${review.link}/code`, { code: wrong })).status).toBe(422)
    }
    expect((await newClient(db).get(`${review.link}/code`)).headers.get('location')).toBe(review.link)
    const entered = await client.post(`${review.link}/code`, { code: code! })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, ownPath()])
  })

  test('is not used up by opening the link: a hundred visits change nothing', async () => {
    const { link } = review
    const state = () =>
      db.selectFrom('review.link').selectAll().where('reviewer_id', '=', review.oliverId).executeTakeFirst()
    const before = await state()
    for (let n = 0; n < 100; n++) expect((await newClient(db).get(link)).status).toBe(200)
    expect(await state()).toEqual(before)
  })
})

describe('an invalid link', () => {
  const say = async (link: string) => statusAndText(await newClient(db).get(link))

  test('says that its task has expired, and who withdrew the document', async () => {
    await cast.lin.client.post(`/mgmt/${review.documentId}/review-withdrawal`)
    for (const path of ['', '/code'])
      expect(await say(review.link + path)).toEqual([
        410,
        expect.stringContaining('has withdrawn the document'),
      ])
    expect((await say(review.link))[1]).toContain('The task has lapsed.')
  })

  test('says the same if it is unknown or belongs to a removed reviewer', async () => {
    await cast.lin.client.post(`/mgmt/${review.documentId}/review-withdrawal`)
    const at = `/mgmt/${review.documentId}/reviewers/${review.oliverId}`
    expect((await cast.lin.client.post(`${at}/removal`)).status).toBe(303)
    const unlike = (html: string) => html.replace(/nonce="[^"]*"/g, '').replaceAll(/login\/[\w-]+/g, '')
    const response = await say(review.link)
    const never = await say('/review/login/aaaaaaaaaaaaaaaaaaaa')
    expect([response[0], response[1]]).toEqual([404, expect.stringContaining('This link is no longer valid')])
    expect(unlike(never[1])).toBe(unlike(response[1]))
  })

  test('of a reviewer who has answered invites them to read, no longer to review', async () => {
    const client = await enterAsReviewer(db, review.link)
    await client.post(ownPath('approval'))
    const [, html] = await say(review.link)
    expect([
      html.includes('You have already sent'),
      html.includes('asks you to review this document'),
    ]).toEqual([true, false])
  })
})

describe('a reviewer who has entered', () => {
  test('gets a late text returned, and it is not saved', async () => {
    const client = await enterAsReviewer(db, review.link)
    await cast.lin.client.post(`/mgmt/${review.documentId}/review-withdrawal`)
    const words = 'Written in the train'
    const late = await statusAndText(
      await client.post(ownPath('comments'), { key: 'late-0001', place: 'part:title', words }),
    )
    expect(late).toEqual([409, expect.stringContaining('The task has lapsed.')])
    expect(late[1]).toContain(words)
    const comments = db.selectFrom('review.comment').select('id').where('words', '=', words)
    expect(await comments.execute()).toEqual([])
  })

  test('gets a much too long text returned to be shortened, also in an answer', async () => {
    const client = await enterAsReviewer(db, review.link)
    const long = '很长'.repeat(10_000)
    const sent = { comments: { place: 'part:title', words: long }, rejection: { reasons: long } }
    for (const [path, fields] of Object.entries(sent)) {
      const [status, html] = await statusAndText(await client.post(ownPath(path), fields as never))
      expect([path, status, html.includes('too long'), html.includes(long)]).toEqual([path, 422, true, true])
    }
    await cast.lin.client.post(`/mgmt/${review.documentId}/review-withdrawal`)
    const note = await cast.lin.client.post(`/mgmt/${review.documentId}/invite-review`, {
      due: '',
      note: long,
    })
    expect((await statusAndText(note))[1]).toContain('too long')
  })

  test('can propose wording for clauses only, and a rejected quotation states the problem', async () => {
    const client = await enterAsReviewer(db, review.link)
    const send = async (fields: Record<string, string>) =>
      statusAndText(await client.post(ownPath('comments'), fields))
    expect(await send({ place: 'part:title', side: 'en', wording: 'Another title' })).toEqual([
      422,
      expect.stringContaining('place'),
    ])
    const quote = 'a'.repeat(501)
    expect(await send({ place: 'part:title', words: 'See here', quote })).toEqual([
      422,
      expect.stringMatching(/id="quote-note"[^>]*>[^<]*too long[\s\S]*See here/),
    ])
  })

  test('sees the same part of the document after a comment, also in the form', async () => {
    const client = await enterAsReviewer(db, review.link)
    const [, html] = await statusAndText(
      await client.get(ownPath('review-doc?show=changes&at=part:title&round=7&list=%22x')),
    )
    expect(html).toContain(`action="${ownPath('comments?show=changes')}"`)
    const sent = await client.post(ownPath('comments?show=changes'), { place: 'part:title', words: 'Seen' })
    expect(sent.headers.get('location')).toBe(ownPath('review-doc?show=changes#at-part:title'))
  })

  test('sees this document only, and nothing after half a day or a logout', async () => {
    const client = await enterAsReviewer(db, review.link)
    const other = await reviewedDocument(db, cast)
    expect((await client.get(`/review/${other.oliverId}/review-doc`)).status).toBe(404)
    expect((await client.get(`/mgmt/${review.documentId}/view-doc`)).status).toBe(303)
    try {
      setClock(() => new Date(Date.now() + 13 * HOUR))
      expect((await client.get(ownPath())).status).toBe(404)
    } finally {
      setClock(null)
    }
    expect((await client.get(ownPath())).status).toBe(200)
    expect((await client.get(`/review/logout?accessCode=${review.oliverId}`)).status).toBe(200)
    const cookies = new Map(client.cookies)
    const keysIn = await client.post('/review/logout', { accessCode: review.oliverId })
    expect([keysIn.status, keysIn.headers.get('location')]).toEqual([303, '/review/login'])
    expect((await client.get(ownPath())).status).toBe(404)
    // A copied cookie is invalid too.
    for (const [name, value] of cookies) client.cookies.set(name, value)
    expect(client.cookies).toEqual(cookies)
    expect((await client.get(ownPath())).status).toBe(404)
  })

  test('finds internal comments in no response if external', async () => {
    const secret = 'Our floor is CNY 41,700'
    await cast.zhou.client.post(`/mgmt/${review.documentId}/review/comments`, {
      key: 'internal-1',
      place: 'part:title',
      words: secret,
      internal: 'yes',
    })
    const { id } = await db
      .selectFrom('review.comment')
      .select('id')
      .where('words', '=', secret)
      .executeTakeFirstOrThrow()
    const client = await enterAsReviewer(db, review.link)
    for (const path of ['', `?of=${id}`, '?at=part:title', '?show=changes', '?list=open'])
      expect((await statusAndText(await client.get(ownPath() + path)))[1]).not.toContain('41,700')
    const answered = await client.post(ownPath('comments'), {
      key: 'answer-01',
      parent: id,
      words: 'Really?',
    })
    expect(answered.status).toBe(404)
    const removed = await client.post(ownPath(`comments/${id}/removal`))
    expect(removed.status).toBe(404)
    const mails = await db
      .selectFrom('platform.mail')
      .select('text')
      .where('recipient', '=', OLIVER.email)
      .execute()
    expect(mails.filter(({ text }) => text.includes('41,700'))).toEqual([])
    // The colleague and the sender see it.
    expect(
      (await statusAndText(await cast.lin.client.get(`/mgmt/${review.documentId}/review-doc`)))[1],
    ).toContain('41,700')
  })

  test('cannot write internal comments if external; no one can withdraw another’s comment', async () => {
    const client = await enterAsReviewer(db, review.link)
    await client.post(ownPath('comments'), {
      key: 'mine-0001',
      place: 'part:title',
      words: 'Mine',
      internal: 'yes',
    })
    const mine = await db
      .selectFrom('review.comment')
      .selectAll()
      .where('key', '=', 'mine-0001')
      .executeTakeFirstOrThrow()
    expect([mine.internal, mine.author]).toEqual([false, 'Oliver Grant'])
    const at = `/mgmt/${review.documentId}`
    expect((await cast.lin.client.post(`${at}/comments/${mine.id}/removal`)).status).toBe(404)
    expect((await client.post(ownPath(`comments/${mine.id}/removal`))).status).toBe(303)
    expect(await db.selectFrom('review.comment').select('id').where('id', '=', mine.id).execute()).toEqual([])
  })

  test('must change something in a proposal; an unprintable character is named at its field', async () => {
    const client = await enterAsReviewer(db, review.link)
    const [, html] = await statusAndText(await client.get(ownPath()))
    const place = /at=([\w-]+)&amp;side=zh/.exec(html)![1]!
    const send = async (fields: Record<string, string>) =>
      statusAndText(
        await client.post(ownPath('comments'), { key: crypto.randomUUID(), place, side: 'zh', ...fields }),
      )
    expect(await send({ wording: '' })).toEqual([422, expect.stringContaining('This field is required')])
    const odd = '付款\u{10FFFD}条款'
    expect(await send({ wording: odd })).toEqual([422, expect.stringContaining('U+10FFFD')])
    expect(await send({ wording: '付款\u202E条款' })).toEqual([422, expect.stringContaining('U+202E')])
    expect((await send({ wording: '甲方应当及时付款。' }))[0]).toBe(303)
  })
})
