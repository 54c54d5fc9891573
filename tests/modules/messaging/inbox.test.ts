import { beforeAll, describe, expect, test } from 'vitest'
import { answerFeedback } from '#modules/messaging/desk-feedback.ts'
import { storeFeedback } from '#modules/messaging/feedback.ts'
import { sendMessage } from '#modules/messaging/inbox/message.ts'
import { deleteDocumentItems } from '#modules/messaging/index.ts'
import { decline, sign } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { expireSignings, startSigning } from '#modules/signing/signing.ts'
import '#src/app/events.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { type Cast, openCast, type PersonName } from '#tests/cast/people.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { inviteByMail, newcomer, onPlan } from '#tests/cast/teams.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const LIN = { id: 'a', party: 'a', name: '陈莲 Chen Lian', email: 'Lin@example.com' }
const OLIVER = { id: 'b', party: 'b', name: 'Oliver Grant', email: 'oliver@kestrel.example' }

/** Lin's document, sent to these signatories; the first one is invited. */
async function sentTo(signatories: (typeof LIN)[], sender: PersonName = 'lin') {
  const { viewer } = cast[sender]
  const documentId = await finalisedDocument(db, viewer)
  await storeSetting(db, viewer, documentId, signatories)
  await startSigning(db, viewer, documentId, 'en_US')
  const ids = await db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signing_id')
    .select('signatory.id')
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()
  return { documentId, signatories: ids.map(({ id }) => id) }
}

const page = async (who: PersonName, path: string) =>
  (await (await cast[who].client.get(path)).text()).replace(/<!-- -->/g, '')
const dots = async (who: PersonName) => {
  const html = await page(who, '/mgmt/home')
  return ['hasPendingTask', 'hasUnreadNews'].map((dot) => html.includes(`data-waits="${dot}" class`))
}
const newsOf = async (who: PersonName) => {
  const html = await page(who, '/mgmt/messages?locale=en_US')
  return [...html.matchAll(/flex-1 ([^"]*)">(?:<span[^>]*>unread <\/span>)?([^<]+)</gi)].map(
    (match) => match[2],
  )
}
const startOf = (html: string) => /action="(\/mgmt\/tasks\/[^"]+\/start)"/.exec(html)?.[1]

const typed = { kind: 'typed', typed: LIN.name } as never

describe('a signatory', { shuffle: false }, () => {
  test('gets a task and a message, opens the document from it, and completes it by signing', async () => {
    await db.deleteFrom('messaging.message').execute()
    await db.deleteFrom('messaging.task').execute()
    expect(await dots('lin')).toEqual([false, false])
    const { documentId, signatories } = await sentTo([LIN, OLIVER])
    expect(await dots('lin')).toEqual([true, true])
    const tasks = await page('lin', '/mgmt/tasks?locale=en_US')
    expect(tasks).toContain(`href="/mgmt/${documentId}/view-doc"`)
    expect(await newsOf('lin')).toEqual([expect.stringMatching(/^lin asks you to sign “.+” \(QS-/)])
    const home = await page('lin', '/mgmt/home')
    expect(startOf(home)).toBe(startOf(tasks))
    const response = await cast.lin.client.post(startOf(tasks)!)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\/sign\//),
    ])
    const entrance = new URL(response.headers.get('location')!).pathname
    expect((await cast.lin.client.get(entrance)).status).toBe(200)
    await sign(db, await turnOf(db, signatories[0]!), typed)
    expect((await dots('lin'))[0]).toBe(false)
    expect(startOf(await page('lin', '/mgmt/tasks'))).toBeUndefined()
    expect(await page('lin', '/mgmt/tasks?status=done')).toContain(documentId)
    const secondResponse = await cast.lin.client.post(startOf(tasks)!)
    expect(secondResponse.headers.get('location')).toBe('/mgmt/tasks?status=done')
  })

  test('in another team sees the name of the document but no link to its page', async () => {
    const { documentId } = await sentTo([{ ...LIN, email: 'hannah@example.com' }, OLIVER])
    const tasks = await page('hannah', '/mgmt/tasks')
    expect(tasks).toContain('保密协议（双向）')
    expect(tasks).not.toContain(`/mgmt/${documentId}/`)
    expect(startOf(tasks)).toBeDefined()
    const foreign = await cast.zhou.client.post(startOf(tasks)!)
    expect(foreign.status).toBe(404)
  })

  test('who declines completes the task; later signatories get nothing, and the sender is notified', async () => {
    const { signatories } = await sentTo([{ ...LIN, email: 'zhou@example.com' }, OLIVER])
    await decline(db, await turnOf(db, signatories[0]!), 'no')
    expect(startOf(await page('zhou', '/mgmt/tasks'))).toBeUndefined()
    expect(await page('zhou', '/mgmt/tasks?status=done')).toContain('保密协议')
    expect((await newsOf('lin'))[0]).toMatch(/^陈莲 Chen Lian declined to sign/)
  })

  test('who opens the task too late reads that it has expired', async () => {
    const { documentId } = await sentTo([{ ...LIN, email: 'zhou@example.com' }, OLIVER])
    const start = startOf(await page('zhou', '/mgmt/tasks?locale=en_US'))!
    const past = db.updateTable('signing.signing').set({ expires_at: new Date(0) })
    await past.where('document_id', '=', documentId).execute()
    await expireSignings.now(db, {} as never)
    const lateResponse = await cast.zhou.client.post(start)
    expect([lateResponse.status, await lateResponse.text()]).toEqual([
      409,
      expect.stringContaining('The task has lapsed.'),
    ])
    expect(await page('zhou', '/mgmt/tasks?status=invalid')).toContain('保密协议')
    expect((await newsOf('zhou'))[0]).toMatch(/^The signing of .* has expired/)
  })

  test('without an account finds the task after the address is verified', async () => {
    await sentTo([{ ...LIN, email: 'late@kestrel.example' }, OLIVER])
    const client = await newcomer(db, 'late@kestrel.example')
    const tasks = await (await client.get('/mgmt/tasks')).text()
    expect(startOf(tasks)).toBeDefined()
    expect(startOf(await (await client.get('/mgmt/home')).text())).toBe(startOf(tasks))
  })
})

test('a person who gives up the address loses the task, and gets it back with the address', async () => {
  await sentTo([{ ...LIN, email: 'first@kestrel.example' }, OLIVER])
  const client = await newcomer(db, 'first@kestrel.example')
  const start = startOf(await (await client.get('/mgmt/tasks')).text())!
  const changeEmail = async (email: string) => {
    const account = db.updateTable('accounts.account').set({ email })
    const { id } = await account
      .where('email', 'in', ['first@kestrel.example', 'second@kestrel.example'])
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.transaction().execute((trx) => emit(trx, 'email-proved', { accountId: id, email }))
  }
  await changeEmail('second@kestrel.example')
  expect((await client.post(start)).status).toBe(409)
  expect(startOf(await (await client.get('/mgmt/tasks')).text())).toBeUndefined()
  await changeEmail('first@kestrel.example')
  expect((await client.post(start)).status).toBe(303)
})

describe('messages', { shuffle: false }, () => {
  const addMessages = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        sendMessage(db, [cast.hannah.viewer.id], {
          kind: 'memberJoined',
          facts: { who: `Ada ${n}`, team: 'Lotus' },
        }),
      ),
    )

  test('are marked as read one by one, when their target is opened, or all together', async () => {
    await db.deleteFrom('messaging.message').execute()
    await addMessages(1)
    await sendMessage(db, [cast.hannah.viewer.id], {
      kind: 'planOpened',
      facts: { plan: 'basic', day: '2026-12-01' },
      path: '/mgmt/acct-info/usage',
    })
    expect(await newsOf('hannah')).toEqual([
      'Basic is active for your team until 2026-12-01',
      'Ada 0 has joined Lotus',
    ])
    const [id] = /[0-9a-f-]{36}(?=\/reading)/.exec(await page('hannah', '/mgmt/messages'))!
    expect((await cast.zhou.client.post(`/mgmt/messages/${id}/reading`)).status).toBe(404)
    const response = await cast.hannah.client.post(`/mgmt/messages/${id}/reading`)
    expect(response.headers.get('location')).toBe('/mgmt/acct-info/usage')
    const unread = await page('hannah', '/mgmt/messages?unread=yes')
    expect([unread.includes('Ada 0'), unread.includes('Basic is open')]).toEqual([true, false])
    expect(await dots('hannah')).toContain(true)
    await cast.hannah.client.post('/mgmt/messages/reading')
    expect((await dots('hannah'))[1]).toBe(false)
    expect(await page('hannah', '/mgmt/messages')).not.toContain('Mark all as read')
    expect(await page('hannah', '/mgmt/messages?unread=yes')).toContain('No unread messages')
  })

  test('are found by words in any script and width, in their values and their text, also old messages', async () => {
    await db.deleteFrom('messaging.message').execute()
    const facts = { who: '陳蓮', document: '保密協議 Ａ-12', number: 'QS-2026-0007' }
    await sendMessage(db, [cast.hannah.viewer.id], { kind: 'signed', facts })
    await sendMessage(db, [cast.hannah.viewer.id], {
      kind: 'memberJoined',
      facts: { who: 'José', team: 'Lotus' },
    })
    const search = async (keyword: string, locale = 'en_US') => {
      const query = new URLSearchParams({ keyword, locale })
      const html = await page('hannah', `/mgmt/messages?${query}`)
      return ['QS-2026-0007', 'José'].map((word) => html.includes(word))
    }
    for (const keyword of ['保密协议', 'a-12 陈莲', 'has signed', 'qs-2026'])
      expect([keyword, await search(keyword)]).toEqual([keyword, [true, false]])
    expect(await search('jose lotus')).toEqual([false, true])
    expect(await search('已签署', 'zh_CN')).toEqual([true, false])
    expect(await search('document')).toEqual([false, false])
    expect(await page('hannah', '/mgmt/messages?keyword=100%25&locale=en_US')).toContain(
      'Nothing found for “100%”',
    )
    await db.updateTable('messaging.message').set({ words: '' }).execute()
    expect(await search('保密協議')).toEqual([true, false])
    expect(await search('JOSÉ')).toEqual([false, true])
  })

  test('are sorted by the displayed time', async () => {
    await db.deleteFrom('messaging.message').execute()
    for (const [who, days] of [
      ['Ada', 1],
      ['Ben', 3],
      ['Cem', 2],
    ] as const) {
      setClock(() => new Date(Date.now() - days * DAY))
      await sendMessage(db, [cast.hannah.viewer.id], { kind: 'memberJoined', facts: { who, team: 'Lotus' } })
    }
    setClock(null)
    expect(await newsOf('hannah')).toEqual(['Ada', 'Cem', 'Ben'].map((who) => `${who} has joined Lotus`))
  })

  test('are paged in both directions', async () => {
    await addMessages(45)
    const seen = new Set<string>()
    let path: string | undefined = '/mgmt/messages'
    for (let pages = 0; path && pages < 5; pages++) {
      const html = await page('hannah', path)
      for (const [who] of html.matchAll(/Ada \d+/g)) seen.add(who)
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(seen.size).toBe(45)
  })

  test('notify an administrator of a new member, and the sender of feedback of its answer', async () => {
    await onPlan(db, cast.lin.viewer.teamId)
    const guest = await newcomer(db, 'guest@kestrel.example')
    await guest.post(`${await inviteByMail(db, cast.lin.client, 'guest@kestrel.example')}/acceptance`)
    expect((await newsOf('lin'))[0]).toMatch(/ has joined Lotus Trading$/)
    const question = { question: 'Where is the seal?', email: 'hannah@example.com', locale: 'en_US' } as const
    const id = await storeFeedback(
      db,
      { ...question, accountId: cast.hannah.viewer.id, picture: null },
      false,
    )
    await answerFeedback(db, cast.ruo.viewer, id, 'On the last page.')
    await answerFeedback(db, cast.ruo.viewer, id, 'Once more.')
    const news = (await newsOf('hannah')).filter((one) => /^We replied to your feedback \w+/.test(one!))
    expect(news).toHaveLength(1)
  })
})

test('messages about a document are deleted with it, and those of an account with the account', async () => {
  const { documentId } = await sentTo([LIN, OLIVER])
  const remaining = async () => {
    const tasks = await db
      .selectFrom('messaging.task')
      .select('id')
      .where('document_id', '=', documentId)
      .execute()
    const news = await db
      .selectFrom('messaging.message')
      .select('id')
      .where('document_id', '=', documentId)
      .execute()
    return [tasks.length > 0, news.length > 0]
  }
  expect(await remaining()).toEqual([true, true])
  await deleteDocumentItems(db, { ids: [documentId] })
  expect(await remaining()).toEqual([false, false])
})
