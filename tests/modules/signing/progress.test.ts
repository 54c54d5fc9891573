import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listActions } from '#modules/documents/audit-log.ts'
import { decline } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { nextReminder } from '#src/core/reminder.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { HOUR, MINUTE, setClock } from '#src/core/clock.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { finalisedDocument, SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let signing: Awaited<ReturnType<typeof signingDocument>>

const EMAIL = SIGNATORIES[0]!.email

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  signing = await signingDocument(db, cast.lin.viewer)
})

const at = (path: string) => `/mgmt/${signing.documentId}/${path}`
const post = async (path: string, client = cast.lin.client) => {
  const answer = await client.post(at(path))
  return [answer.status, answer.headers.get('location')] as const
}
const reminderPath = () => `signatories/${signing.signatoryId}/reminder`
const remind = () => post(reminderPath())
const page = async (client = cast.lin.client) =>
  (await (await client.get(at('signing'))).text()).replace(/<!-- -->/g, '')
const remindersLogged = async () =>
  (await listActions(db, signing.documentId)).filter((row) => row.action === 'remind-signatory')

test('one reminder a day can be sent; each is in the log and on the page', async () => {
  const start = Date.now()
  const sent = (await mailsTo(db, EMAIL)).length
  let acceptedCount = 0
  try {
    for (let hours = 0; hours < 60; hours += 6) {
      setClock(() => new Date(start + (hours - 60) * HOUR))
      if ((await remind())[0] === 303) acceptedCount++
    }
    expect([acceptedCount, (await mailsTo(db, EMAIL)).length - sent]).toEqual([3, 3])
    expect(await page()).toMatch(/Sent again at .*You can send it again from/)
    expect(await page()).toMatch(/<button[^>]*disabled[^>]*>Send the link again/)
    const refused = await cast.lin.client.post(at(reminderPath()))
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringMatching(/You can send one reminder a day, the next from \d{4}-\d\d-\d\d/),
    ])
  } finally {
    setClock(null)
  }
  expect((await remindersLogged()).map((row) => row.details.count)).toEqual([1, 2, 3])
})

test('of ten concurrent reminders one is sent', async () => {
  const sent = (await mailsTo(db, EMAIL)).length
  const answers = await Promise.all(Array.from({ length: 10 }, () => remind()))
  expect(answers.filter(([status]) => status === 303)).toHaveLength(1)
  expect((await mailsTo(db, EMAIL)).length - sent).toBe(1)
  expect((await lastMailTo(db, EMAIL)).subject).toMatch(/^Reminder, please sign: /)
  expect(await remindersLogged()).toHaveLength(1)
})

test('the time of the next reminder is exact to the minute', () => {
  const start = Date.now()
  setClock(() => new Date(start))
  try {
    const ago = (...ms: number[]) => ms.map((one) => new Date(start - one))
    expect(nextReminder([])).toBeNull()
    expect(nextReminder(ago(24 * HOUR))).toBeNull()
    expect(nextReminder(ago(72 * HOUR, 24 * HOUR - MINUTE))).toEqual(new Date(start + MINUTE))
  } finally {
    setClock(null)
  }
})

test('the page shows progress, next signatory and deadline, and refreshes itself while it runs', async () => {
  const running = await page()
  expect(running).toMatch(/0 of 2 have signed\..*陈莲 Chen Lian signs next\./)
  expect(running).toMatch(/Everyone can sign until \d{4}-\d\d-\d\d \d\d:\d\d/)
  expect(running).toContain('hx-trigger="every 20s"')
  const fragment = await cast.lin.client.get(at('signing'), { 'hx-request': 'true' })
  expect((await fragment.text()).startsWith('<div id="signing"')).toBe(true)
})

test('after a decline the page of the signing shows the reason, also during the next signing, and links to the next step', async () => {
  expect(await page()).toContain('Waiting for their turn')
  await decline(db, await turnOf(db, signing.signatoryId), '付款期限不符')
  const ended = await page()
  expect(ended).not.toContain('Waiting for their turn')
  expect(ended).toContain('Not signed')
  expect(ended).toContain('陈莲 Chen Lian declined: 付款期限不符')
  expect(ended).toContain(`href="${at('sign-setting')}"`)
  expect(ended).not.toContain('every 20s')
  const view = await (await cast.lin.client.get(at('view-doc'))).text()
  expect(view).toContain('付款期限不符')
  expect(view).toContain(`href="${at('signing')}"`)
  const declinedList = async () => (await cast.lin.client.get('/mgmt/my-docs?status=declined')).text()
  const link = `/mgmt/${signing.documentId}/view-doc`
  expect(await declinedList()).toContain(link)
  expect(await (await cast.lin.client.get('/mgmt/my-docs')).text()).toContain('Declined')
  await startSigning(db, cast.lin.viewer, signing.documentId, 'en_US')
  expect(await declinedList()).not.toContain(link)
  const again = await page()
  expect(again).toContain('Earlier signings')
  expect(again).toContain('陈莲 Chen Lian declined: 付款期限不符')
  expect(await (await cast.lin.client.get(at('view-doc'))).text()).not.toContain('付款期限不符')
})

test('a sender whose turn it is can sign from the page of the signing, and no one else can', async () => {
  expect(await page()).not.toContain('/own-turn')
  expect((await post('own-turn'))[0]).toBe(409)
  const emails = ['LIN@example.com', 'oliver@kestrel.example']
  const id = await finalisedDocument(db, cast.lin.viewer)
  await storeSetting(
    db,
    cast.lin.viewer,
    id,
    SIGNATORIES.map((one, n) => ({ ...one, email: emails[n]! })),
  )
  await startSigning(db, cast.lin.viewer, id, 'en_US')
  signing = { ...signing, documentId: id }
  expect(await page()).toContain('/own-turn')
  const [status, location] = await post('own-turn')
  expect(status).toBe(303)
  const entrance = await cast.lin.client.get(new URL(location!).pathname)
  expect([entrance.status, (await entrance.text()).includes('Send a code to LI***@example.com')]).toEqual([
    200,
    true,
  ])
})

test('each signatory is mailed in the language chosen for them, otherwise in the sender’s', async () => {
  const id = await finalisedDocument(db, cast.lin.viewer)
  const signatories = [{ ...SIGNATORIES[0]!, email: 'tw@lotus.example', locale: 'zh_TW' }, SIGNATORIES[1]!]
  const response = await cast.lin.client.put(`/mgmt/${id}/signatories`, { signatories })
  expect(response.status).toBe(200)
  const strange = [{ ...SIGNATORIES[0]!, locale: 'fr' }, SIGNATORIES[1]!]
  expect((await cast.lin.client.put(`/mgmt/${id}/signatories`, { signatories: strange })).status).toBe(422)
  expect((await cast.lin.client.post(`/mgmt/${id}/signing`)).status).toBe(303)
  const mail = await lastMailTo(db, 'tw@lotus.example')
  expect(mail.subject).toMatch(/^請簽署：/)
  expect(mail.html).toContain('透過契書發起簽署')
  const rows = await db
    .selectFrom('signing.signatory as one')
    .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
    .select('one.locale')
    .where('document_id', '=', id)
    .orderBy('position')
    .execute()
  expect(rows.map((row) => row.locale)).toEqual(['zh_TW', 'en_US'])
})
