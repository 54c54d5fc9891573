import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldConversations } from '#modules/chat/conversation.ts'
import { listConversations } from '#modules/chat/desk-chat.ts'
import { mailUnreadAnswer } from '#modules/chat/emails/unread-answer.ts'
import { eraseConversation } from '#modules/chat/index.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { getFile } from '#src/jobs/storage.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { gif, jpeg, PLANTED, png } from '#tests/support/pictures.ts'
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

const HOME = '/mgmt/online-service'
const PDF = Buffer.from(`%PDF-1.7\n${PLANTED}`)
const MB = 1024 * 1024

type Who = 'hannah' | 'lin' | 'ruo'
interface Sent {
  name?: string
  words?: string
  key?: string
  path?: string
}

const send = (
  who: Who,
  bytes: Uint8Array<ArrayBuffer>,
  { name = 'a.png', words = '', key = newId(), path = HOME }: Sent = {},
) => postFiles(cast[who].client, path, { words, key }, [{ field: 'file', name, bytes }])
const id = async () => (await listConversations(db))[0]!.id
const html = async (who: Who, path = HOME) => (await cast[who].client.get(path)).text()
const problemOf = (page: string, field: string) =>
  new RegExp(`<p id="${field}-note" role="alert"[^>]*>([^<]*)`).exec(page)?.[1]

describe('a file', () => {
  test.each([
    ['image/png', png({ planted: true }), 'seal.png', 'seal.png'],
    ['image/jpeg', jpeg({ planted: true }), '合同.jpeg', '合同.jpg'],
    ['image/gif', gif({ planted: true }), 'evil.exe', 'evil.gif'],
    ['application/pdf', PDF, 'Contract (2).PDF', 'Contract (2).pdf'],
  ])(
    'of the type %s is stored without hidden metadata, and is a download for both sides',
    async (type, bytes, name, expected) => {
      expect((await send('hannah', bytes, { name })).status).toBe(303)
      for (const [who, path] of [
        ['hannah', HOME],
        ['ruo', `/desk/chat/${await id()}`],
      ] as const) {
        const page = await html(who, path)
        const address = /href="([^"]*file\?message=1)"/.exec(page)![1]!
        expect(page).toContain(expected)
        expect(page.includes(`<img src="${address}"`)).toBe(type !== 'application/pdf')
        const answer = await cast[who].client.get(address)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
        const disposition = answer.headers.get('content-disposition')!
        expect(disposition).toMatch(/^attachment; filename="[^"/\\]+"; filename\*=UTF-8''[\w.%-]+$/)
        expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(expected)
        expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; /)
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        if (type !== 'application/pdf') expect(await answer.text()).not.toMatch(/GPS|script/)
      }
      const address = `${HOME}/file?message=1`
      for (const other of [cast.lin.client, newClient(db)])
        expect((await other.get(address)).status).toBe(other === cast.lin.client ? 404 : 303)
      expect((await cast.hannah.client.get(`${HOME}/file?message=2`)).status).toBe(404)
      expect((await cast.hannah.client.get(`/desk/chat/${await id()}/file?message=1`)).status).toBe(404)
    },
  )

  test('from the desk reaches the customer; the mail contains its name', async () => {
    await send('hannah', png())
    await send('ruo', PDF, { name: 'Terms.pdf', path: `/desk/chat/${await id()}/answer` })
    await mailUnreadAnswer.now(db, { id: await id(), seq: 2 })
    const [mail] = await mailsTo(db, cast.hannah.viewer.email!)
    expect(mail!.text).toContain('Terms.pdf')
    expect(await html('hannah')).toContain('Terms.pdf')
  })

  test('sent twice with its text is stored once', async () => {
    const key = newId()
    for (const bytes of [png(), gif()]) await send('hannah', bytes, { key, words: 'See here' })
    const [row, ...otherRows] = await db.selectFrom('chat.message').selectAll().execute()
    expect([row!.file_type, row!.words, otherRows]).toEqual(['png', 'See here', []])
    expect(Buffer.from(await getFile(db, `chat/${await id()}/1`)).equals(png())).toBe(true)
  })

  test.each([
    ['of no known type', Buffer.from('<svg><script>alert(1)</script></svg>'), 'a.png', /^Only PNG, JPG/],
    ['a picture that is none', Buffer.from('GIF89a/*'), 'a.gif', /^Only PNG, JPG/],
    ['too large a picture', Buffer.concat([png(), Buffer.alloc(5 * MB)]), 'a.png', /larger than 5 MB$/],
    ['too large a PDF', Buffer.concat([PDF], 20 * MB + 1), 'a.pdf', /larger than 20 MB$/],
    ['named by a path', png(), '../a.png', /must not contain/],
    ['named by a drive', png(), 'C:a.png', /must not contain/],
    ['with a name that reads backwards', png(), 'a\u202egnp.exe', /U\+202E/],
    ['with a name too long', png(), `${'n'.repeat(300)}.png`, /longer than 100/],
  ])('%s is refused at its field, and what was typed stays', async (_, bytes, name, words) => {
    const answer = await send('hannah', bytes, { name, words: 'Typed' })
    const page = await answer.text()
    expect([answer.status, problemOf(page, 'file')]).toEqual([422, expect.stringMatching(words)])
    expect(page).toContain('Typed</textarea>')
    expect(await listConversations(db)).toEqual([])
  })

  test('is limited to one per message', async () => {
    const two = ['a.png', 'b.png'].map((name) => ({ field: 'file', name, bytes: png() }))
    const answer = await postFiles(cast.hannah.client, HOME, { words: '', key: newId() }, two)
    expect(problemOf(await answer.text(), 'file')).toBe('Only one file can be attached')
  })

  test('a picture of exactly 5 MB and a PDF of exactly 20 MB are accepted', async () => {
    for (const bytes of [Buffer.concat([png()], 5 * MB), Buffer.concat([PDF], 20 * MB)])
      expect((await send('hannah', bytes)).status).toBe(303)
  })
})

describe('a file is deleted with its conversation', () => {
  const file = async (of: string) => getFile(db, `chat/${of}/1`).then(String, () => 'gone')

  test('two years after the last message', async () => {
    await send('hannah', png())
    const old = await id()
    await deleteOldConversations.now(db, {})
    expect(await file(old)).not.toBe('gone')
    await db
      .updateTable('chat.conversation')
      .set({ updated_at: new Date(0) })
      .execute()
    await deleteOldConversations.now(db, {})
    expect([await file(old), await listConversations(db)]).toEqual(['gone', []])
  })

  test('when its account is erased', async () => {
    await send('hannah', png())
    const old = await id()
    await db.transaction().execute((trx) => eraseConversation(trx, { accountId: cast.hannah.viewer.id }))
    const { rows } = await sql<{ data: { prefix: string } }>`
      select data from pgboss.job where name = 'remove-files' and state = 'created'`.execute(db)
    expect(rows.map(({ data }) => data)).toContainEqual({ prefix: `chat/${old}` })
    await removeFiles.now(db, { prefix: `chat/${old}` })
    expect(await file(old)).toBe('gone')
  })
})
