import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldFeedback, MAX_ATTACHMENT, storeFeedback } from '#modules/messaging/feedback.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { getFile } from '#src/jobs/storage.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { XSS } from '#tests/security/payloads.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { countRequests } from '#tests/support/limits.ts'
import { gif, jpeg, png } from '#tests/support/pictures.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  await db.deleteFrom('messaging.feedback').execute()
  await db.deleteFrom('platform.mail').execute()
})

const GOOD = { question: 'Where does the seal go?', email: 'mei@lotus.example' }
const PNG = png()

async function captchaOf(client: Client): Promise<Record<string, string>> {
  const html = await (await client.get('/feedback')).text()
  return { captchaId: /name="captchaId" value="([^"]+)"/.exec(html)![1]!, captcha: 'qishu' }
}

async function sendAs(client: Client, fields: Record<string, string>, path = '/feedback') {
  return client.post(path, { ...(path === '/feedback' ? await captchaOf(client) : {}), ...fields })
}

const listFeedback = () => db.selectFrom('messaging.feedback').selectAll().execute()

/** The message that is linked to a field. */
function problemOf(html: string, field: string): string | undefined {
  const control = new RegExp(`<(?:input|textarea)[^>]*id="${field}"[^>]*>`).exec(html)![0]
  const words = new RegExp(`<p id="${field}-note" role="alert"[^>]*>([^<]*)</p>`).exec(html)?.[1]
  if (words) expect(control).toMatch(new RegExp(`aria-invalid="true" aria-describedby="${field}-note"`))
  return words
}

describe('a visitor’s feedback', () => {
  test('is stored, and a receipt without its content is mailed', async () => {
    const answer = await sendAs(newClient(db), GOOD)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/feedback?sent=yes'])
    const [row, ...otherRows] = await listFeedback()
    expect(otherRows).toEqual([])
    expect(row).toMatchObject({ ...GOOD, account_id: null, locale: 'en_US', attachment: null })
    const [mail] = await mailsTo(db, GOOD.email)
    expect(mail!.text).toContain(row!.id.slice(-8).toUpperCase())
    expect(`${mail!.subject} ${mail!.text} ${mail!.html}`).not.toContain('seal')
  })

  test('is returned with a message beside each invalid field, and with the typed text', async () => {
    const client = newClient(db)
    const cases: [Record<string, string>, string, string][] = [
      [{ ...GOOD, question: '  ' }, 'question', 'This field is required'],
      [{ ...GOOD, question: 'x'.repeat(2001) }, 'question', 'This text is too long'],
      [{ ...GOOD, email: '' }, 'email', 'This field is required'],
      [{ ...GOOD, email: 'mei@' }, 'email', 'Format is incorrect'],
      [{ ...GOOD, email: 'a@b.example,c@d.example' }, 'email', 'Format is incorrect'],
      [{ ...GOOD, captcha: 'wrong' }, 'captcha', 'The graphic code is wrong. Here is a new one.'],
    ]
    for (const [fields, field, words] of cases) {
      const answer = await sendAs(client, fields)
      const html = await answer.text()
      expect([field, answer.status, problemOf(html, field)]).toEqual([field, 422, words])
      if (fields.question!.trim()) expect(html).toContain(fields.question)
      expect(html).toContain('name="captchaId"')
    }
    expect([await listFeedback(), await mailsTo(db, GOOD.email)]).toEqual([[], []])
  })

  test('sent twice concurrently is stored once with one receipt; ten minutes later, or with a picture, it is stored again', async () => {
    const send = (picture: Uint8Array | null = null) =>
      db
        .transaction()
        .execute((trx) => storeFeedback(trx, { ...GOOD, locale: 'en_US', accountId: null, picture }, true))
    const [one, again] = await Promise.all([send(), send()])
    expect(again).toBe(one)
    expect([(await listFeedback()).length, (await mailsTo(db, GOOD.email)).length]).toEqual([1, 1])
    expect(await send(PNG)).not.toBe(one)
    setClock(() => new Date(Date.now() + 11 * MINUTE))
    expect(await send()).not.toBe(one)
    expect(await listFeedback()).toHaveLength(3)
  })

  test('consumes a captcha, which cannot be used again', async () => {
    const client = newClient(db)
    const captcha = await captchaOf(client)
    expect((await client.post('/feedback', { ...GOOD, ...captcha })).status).toBe(303)
    expect((await client.post('/feedback', { ...GOOD, ...captcha })).status).toBe(422)
    const stolen = await captchaOf(client)
    expect((await newClient(db).post('/feedback', { ...GOOD, ...stolen })).status).toBe(422)
    expect((await listFeedback()).length).toBe(1)
  })

  test('sent by htmx returns only the confirmation', async () => {
    const client = newClient(db)
    const form = { ...GOOD, ...(await captchaOf(client)) }
    const answer = await client.post('/feedback', form, { 'hx-request': 'true' })
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringMatching(/^<div id="feedback-form" role="status"/),
    ])
  })
})

test('a logged-in person needs no captcha, and is identified', async () => {
  const { client, viewer } = cast.lin
  expect(await (await client.get('/mgmt/client-feedback')).text()).toContain(`value="${viewer.email}"`)
  const answer = await sendAs(client, GOOD, '/mgmt/client-feedback')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mgmt/client-feedback?sent=yes'])
  expect((await listFeedback()).map((row) => row.account_id)).toEqual([viewer.id])
})

describe('the attachment', () => {
  async function sendFile(bytes: Uint8Array<ArrayBuffer>, name = 'seal.png') {
    const files = [{ field: 'attachment', name, bytes }]
    return { answer: await postFiles(cast.lin.client, '/mgmt/client-feedback', GOOD, files) }
  }

  const postBytes = (client: Client, body: string, headers: Record<string, string>) =>
    client.send('POST', '/mgmt/client-feedback', { body: Buffer.from(body, 'latin1') as never, headers })

  test('of an accepted type is stored without its file name, and is a download for staff only', async () => {
    const old = new Uint8Array(gif())
    old.set(Buffer.from('GIF87a'))
    const kinds: [string, Uint8Array][] = [
      ['image/png', png()],
      ['image/jpeg', jpeg()],
      ['image/gif', gif()],
      ['image/gif', old],
    ]
    for (const [type, bytes] of kinds) {
      await db.deleteFrom('messaging.feedback').execute()
      const hidden = Buffer.concat([bytes, Buffer.from('<script>')])
      const { answer } = await sendFile(new Uint8Array(hidden), '../../<script>.png')
      expect([type, answer.status]).toEqual([type, 303])
      const [row] = await listFeedback()
      const path = `/desk/feedback/${row!.id}/attachment`
      const response = await cast.ruo.client.get(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="feedback-[0-9A-F]{8}\.\w{3}"$/,
      )
      expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; /)
      // The stored file also has no hidden data after its end.
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
      expect((await cast.lin.client.get(path)).status).toBe(404)
      expect((await newClient(db).get(path)).status).toBe(303)
    }
  })

  test('of another type is rejected by its bytes, even if its name is allowed', async () => {
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'MZ', '<script>', 'GIF8']) {
      const { answer } = await sendFile(new Uint8Array(Buffer.from(text)))
      const html = await answer.text()
      expect([text, answer.status, problemOf(html, 'attachment')]).toEqual([
        text,
        422,
        'Only PNG, JPG, JPEG or GIF pictures are accepted',
      ])
      expect(html).toContain(GOOD.question)
    }
    expect(await listFeedback()).toEqual([])
  })

  test('may have at most 5,242,880 bytes', async () => {
    const sized = (size: number) => {
      const bytes = new Uint8Array(size)
      bytes.set(PNG)
      return bytes
    }
    expect((await sendFile(sized(MAX_ATTACHMENT))).answer.status).toBe(303)
    const over = (await sendFile(sized(MAX_ATTACHMENT + 1))).answer
    expect([over.status, problemOf(await over.text(), 'attachment')]).toEqual([
      422,
      'The file is larger than 5 MB',
    ])
    expect((await listFeedback()).length).toBe(1)
  })

  test('that is far too large is still reported beside its field, with the typed text', async () => {
    const { answer } = await sendFile(new Uint8Array(Buffer.concat([PNG], 3 * MAX_ATTACHMENT)))
    const html = await answer.text()
    expect([answer.status, problemOf(html, 'attachment')]).toEqual([422, 'The file is larger than 5 MB'])
    expect(html).toContain(GOOD.question)
    const endless = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '104857601' }
    expect((await postBytes(cast.lin.client, '', endless)).status).toBe(413)
    expect(await listFeedback()).toEqual([])
  })

  test('that does not match its declared type has an unsupported type', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await postBytes(cast.lin.client, 'question=a', headers)).status).toBe(415)
  })
})

test('feedback and its picture are deleted after two years, and not an hour earlier', async () => {
  const feedback = { ...GOOD, locale: 'en_US', accountId: null, picture: new Uint8Array(PNG) } as const
  const young = await storeFeedback(db, feedback, false)
  const old = await storeFeedback(db, { ...feedback, question: 'And the date?' }, false)
  const age = (id: string, hours: number) =>
    db
      .updateTable('messaging.feedback')
      .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
      .where('id', '=', id)
      .execute()
  await age(young, 730 * 24 - 1)
  await age(old, 730 * 24 + 1)
  await deleteOldFeedback.now(db, {})
  expect((await listFeedback()).map((row) => row.id)).toEqual([young])
  expect((await getFile(db, `feedback/${young}`)).length).toBe(PNG.length)
  await expect(getFile(db, `feedback/${old}`)).rejects.toThrow()
})

describe('the desk', () => {
  test('shows staff the text as plain text, never as markup', async () => {
    for (const payload of XSS)
      await sendAs(cast.lin.client, { ...GOOD, question: payload }, '/mgmt/client-feedback')
    expect((await listFeedback()).length).toBe(XSS.filter((payload) => payload.trim()).length)
    let path: string | undefined = '/desk/feedback'
    let rows = 0
    for (let page = 0; path && page < 5; page++) {
      const html: string = await (await cast.ruo.client.get(path)).text()
      const main = /<tbody.*<\/tbody>/s.exec(html)![0]
      rows += main.match(/<tr/g)!.length
      expect(main).not.toMatch(/<(?:script|img|iframe|svg|body|object|embed|style|math)|\son\w+="/i)
      path = /href="(\/desk\/feedback\?[^"]*before=[^"&]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(rows).toBe((await listFeedback()).length)
  })

  test('is closed to people who are not staff', async () => {
    expect((await cast.lin.client.get('/desk/feedback')).status).toBe(404)
    expect((await newClient(db).get('/desk/feedback')).headers.get('location')).toMatch(/^\/acct\/login/)
    expect(await (await cast.ruo.client.get('/desk/feedback')).text()).toContain(
      'No feedback is waiting for a reply.',
    )
  })
})

describe('limits', () => {
  countRequests(() => db)

  test('ten an hour are accepted from one account; three receipts a day are sent to one mailbox', async () => {
    const { client } = cast.hannah
    for (let n = 0; n < 10; n++)
      expect(
        (await sendAs(client, { ...GOOD, question: `Question ${n}` }, '/mgmt/client-feedback')).status,
      ).toBe(303)
    const refusal = await sendAs(client, GOOD, '/mgmt/client-feedback')
    expect([refusal.status, await refusal.text()]).toEqual([
      429,
      expect.stringContaining('Too many attempts. Please wait'),
    ])
    expect((await listFeedback()).length).toBe(10)
    expect((await mailsTo(db, GOOD.email)).length).toBe(3)
  })
})
