import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listActions } from '#modules/documents/audit-log.ts'
import { sign } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { config } from '#src/core/config.ts'
import '#src/app/events.ts'
import { deliver } from '#src/mail/mail.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { startMailStub } from '#tests/support/smtp.ts'

const context = setUpCast()
let smtp: Awaited<ReturnType<typeof startMailStub>>

beforeAll(async () => {
  smtp = await startMailStub()
  config.SMTP_URL = smtp.url
})
afterAll(() => {
  config.SMTP_URL = undefined
  smtp.close()
})

const GONE = 'hannah@example.com'
const HANNAH = { id: 'a', party: 'a', name: '陈莲 Chen Lian', email: GONE }
const OLIVER = { id: 'b', party: 'b', name: 'Oliver Grant', email: 'oliver@kestrel.example' }

let id: string
let signatoryId: string

/** Lin sends a document to Hannah, whose mail server responds with `answer`. */
async function sendDocument(answer: number | null) {
  const { viewer } = context.cast.lin
  await context.db.deleteFrom('platform.mail').execute()
  await context.db.deleteFrom('messaging.task').execute()
  id = await finalisedDocument(context.db, viewer)
  await storeSetting(context.db, viewer, id, [HANNAH, OLIVER])
  await startSigning(context.db, viewer, id, 'en_US')
  const mail = await context.db
    .selectFrom('signing.signatory')
    .select('id')
    .where('state', '=', 'invited')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  signatoryId = mail.id
  smtp.refuse = answer
  await deliver.now(context.db, { id: (await lastMailTo(context.db, GONE)).id })
  smtp.refuse = null
}

const addressPath = () => `/mgmt/${id}/signatories/${signatoryId}/address`
const page = async () => (await context.cast.lin.client.get(`/mgmt/${id}/signing`)).text()
const correct = (email: string, who: 'lin' | 'zhou' | 'hannah' = 'lin') =>
  context.cast[who].client.post(addressPath(), { email })
const tasksOf = async (who: 'zhou' | 'hannah', status = 'todo') =>
  (await (await context.cast[who].client.get(`/mgmt/tasks?status=${status}`)).text()).includes('保密协议')

describe('a signatory whose mailbox rejects mails', { shuffle: false }, () => {
  beforeEach(() => sendDocument(550))

  test('is marked in the row, with a link to correct the address', async () => {
    const html = await page()
    expect(html).toContain('Email bounced')
    expect(html).toContain(`href="${addressPath()}"`)
    const form = await (await context.cast.lin.client.get(addressPath())).text()
    expect(form).toContain(`Our emails to ${GONE} bounce.`)
  })

  test('is invited at the corrected address by a new link; the earlier link and task are invalid', async () => {
    const [earlier] = (await lastMailTo(context.db, GONE)).links as unknown as string[]
    expect(await tasksOf('hannah')).toBe(true)
    const answer = await correct(' zhou@example.com ')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/mgmt/${id}/signing`])
    const [link] = (await lastMailTo(context.db, 'zhou@example.com')).links as unknown as string[]
    const open = async (path: string) => (await context.cast.zhou.client.get(new URL(path).pathname)).text()
    const codeForm = (path: string) => `action="${new URL(path).pathname}/code"`
    expect(await open(link!)).toContain(codeForm(link!))
    expect(await open(earlier!)).not.toContain(codeForm(earlier!))
    expect([await tasksOf('hannah'), await tasksOf('hannah', 'invalid'), await tasksOf('zhou')]).toEqual([
      false,
      true,
      true,
    ])
    expect(await page()).not.toContain('Email bounced')
    expect(
      (await listActions(context.db, id)).filter(({ action }) => action === 'correct-address'),
    ).toHaveLength(1)
    await enterByLink(context.db, new URL(link!).pathname, 'zhou@example.com')
    expect((await correct('maria@lotus.example')).status).toBe(409)
    expect(await mailsTo(context.db, 'maria@lotus.example')).toEqual([])
  })

  test.each([
    ['nothing', '', 'This field is required'],
    ['two addresses', 'a@b.example,c@d.example', 'Format is incorrect'],
    ['the present one', 'HANNAH@example.com', 'Please enter a different address from the current one.'],
    ['another signatory’s', 'Oliver@kestrel.example', 'Two signatories have the same contact'],
  ])('cannot be corrected to %s', async (_, email, words) => {
    const answer = await correct(email)
    expect([answer.status, fieldProblem(await answer.text(), 'email')]).toEqual([422, words])
    expect((await turnOf(context.db, signatoryId)).email).toBe(GONE)
  })

  test('can be corrected only by people who can send documents for signing', async () => {
    expect((await correct('new@lotus.example', 'hannah')).status).toBe(404)
    expect((await turnOf(context.db, signatoryId)).email).toBe(GONE)
  })
})

test('the address of a signatory whose turn has not come is corrected without a mail; that of one who has signed stays', async () => {
  await sendDocument(null)
  const { id: second } = await context.db
    .selectFrom('signing.signatory')
    .select('id')
    .where('state', '=', 'waiting')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const path = `/mgmt/${id}/signatories/${second}/address`
  expect((await context.cast.lin.client.get(path)).status).toBe(200)
  await context.cast.lin.client.post(path, { email: 'grant@kestrel.example' })
  expect((await turnOf(context.db, second)).email).toBe('grant@kestrel.example')
  expect(await mailsTo(context.db, 'grant@kestrel.example')).toEqual([])
  await sign(context.db, await turnOf(context.db, signatoryId), {
    kind: 'typed',
    typed: HANNAH.name,
  } as never)
  expect((await correct('new@lotus.example')).status).toBe(409)
  const led = await context.cast.lin.client.get(addressPath())
  expect(led.headers.get('location')).toBe(`/mgmt/${id}/signing`)
})

test('an account whose mailbox rejects mails is informed, and so are our staff', async () => {
  await sendDocument(550)
  const own = async () => (await context.cast.hannah.client.get('/mgmt/acct-info')).text()
  const desk = async () =>
    (await context.cast.ruo.client.get(`/desk/accounts/${context.cast.hannah.viewer.id}`)).text()
  expect(await own()).toContain('Our emails to this address are bouncing.')
  expect(await desk()).toContain('Our emails to this address bounce')
  expect(await (await context.cast.lin.client.get('/mgmt/acct-info')).text()).not.toContain('bounc')
  await context.cast.lin.client.post(`/mgmt/${id}/signatories/${signatoryId}/reminder`)
  await deliver.now(context.db, { id: (await lastMailTo(context.db, GONE)).id })
  expect([await own(), await desk()].filter((html) => html.includes('bounc'))).toEqual([])
})
