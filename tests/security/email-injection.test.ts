import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { invite } from '#modules/accounts/members/invitation.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { deliver, sendMailLater } from '#src/mail/mail.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { openCast, type Person } from '#tests/cast/people.ts'
import { askForCode } from '#tests/cast/registration.ts'
import { finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { note } from '#tests/support/measured.ts'
import { ALL_LARGE, patiently } from '#tests/support/runs.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'
import { isAddress } from '#views/values/address.ts'

let db: Db
let smtp: MailStub

beforeAll(async () => {
  db = await testDatabase()
  smtp = await startMailStub()
  config.SMTP_URL = smtp.url
})
afterAll(() => {
  config.SMTP_URL = undefined
  smtp.close()
})
beforeEach(() => {
  smtp.recipients.length = 0
  smtp.refuse = null
})

const EVIL = 'mallory@evil.example'
const TAILS = [
  `\r\nBcc: ${EVIL}`,
  `\nBcc: ${EVIL}`,
  `\rRCPT TO:<${EVIL}>`,
  `%0d%0aBcc:${EVIL}`,
  `\u0000${EVIL}`,
  `,${EVIL}`,
  `, ${EVIL}`,
  `;${EVIL}`,
  ` ${EVIL}`,
  `\t${EVIL}`,
  `<${EVIL}>`,
  `(x)${EVIL}`,
  `"${EVIL}`,
  `\u2028${EVIL}`,
  `\u2029${EVIL}`,
  `\u202e${EVIL}`,
  `\u200b,${EVIL}`,
  `\u0085${EVIL}`,
  `> SIZE=1 <${EVIL}`,
  `:${EVIL}`,
  `@${EVIL}`,
  `\\${EVIL}`,
  `\uff20evil.example`,
  `\uff0c${EVIL}`,
  `?bcc=${EVIL}`,
  `&bcc=${EVIL}`,
  `|${EVIL}`,
  '`id`',
  '$(id)',
  `\r\n.\r\nMAIL FROM:<a@b.example>`,
]
const HEADS = [
  '',
  '"a b"',
  '"u"',
  'u(comment)',
  '<',
  'group:',
  '=?utf-8?q?x?=',
  '"a@b x"',
  '\u0001',
  '.',
  'a..b',
  "'",
  '\ufeff',
]

/** Two hundred addresses designed to reach two recipients, or none. */
function fuzzed(): string[] {
  const addresses: string[] = []
  for (const tail of TAILS)
    for (const host of ['', 'kestrel.example'])
      addresses.push(`user@${host}${tail}`, `user${tail}@kestrel.example`)
  for (const head of HEADS)
    for (const local of ['u', ''])
      addresses.push(`${head}${local}@kestrel.example${TAILS[addresses.length % TAILS.length]}`)
  for (const head of HEADS)
    addresses.push(
      `${head}@${'k'.repeat(70)}.example`,
      `${head}x@-.`,
      `${head}x@[127.0.0.1]`,
      `${head}x@localhost`,
    )
  addresses.push(`"@"@kestrel.example`, `x@kestrel.example.${EVIL}`, `x@kestrel.example/${EVIL}`)
  return addresses.slice(0, 200)
}

test('each of two hundred fuzzed addresses reaches exactly the person it names, or no one', async () => {
  const addresses = fuzzed()
  expect(addresses).toHaveLength(200)
  let accepted = 0
  for (const [n, address] of addresses.entries()) {
    const answer = await askForCode(newClient(db), address)
    if (answer.status === 200) await workWaitingJobs(db)
    const reached = smtp.recipients.splice(0)
    if (answer.status === 200) accepted++
    expect([n, address, reached.length]).toEqual([n, address, answer.status === 200 ? 1 : 0])
    expect([n, address, reached.some((to) => to.includes('evil'))]).toEqual([n, address, false])
  }
  expect((await askForCode(newClient(db), 'real@kestrel.example')).status).toBe(200)
  await workWaitingJobs(db)
  expect(smtp.recipients).toEqual(['real@kestrel.example'])
  note(
    'fuzzed addresses',
    `200 tried, ${accepted} accepted as one plain mailbox each, 0 reached anybody else`,
  )
})

describe('other fields for an address', { shuffle: false }, () => {
  const addresses = fuzzed().filter((_, n) => ALL_LARGE || n % 8 === 0)

  /** Submits an address at every place that sends mail to it; returns whether it was accepted. */
  async function places(lin: Person): Promise<Record<string, (email: string) => Promise<boolean>>> {
    const { client, viewer } = lin
    let id = await finalisedDocument(db, viewer)
    return {
      'an invitation': async (email) =>
        (await client.post('/mgmt/acct-info/invitations', { email })).status === 303,
      feedback: async (email) =>
        (await client.post('/mgmt/client-feedback', { question: 'Where?', email })).status === 303,
      'a signatory': async (email) => {
        await client.put(`/mgmt/${id}/signatories`, {
          signatories: [{ ...SIGNATORIES[0]!, email }, SIGNATORIES[1]!],
        })
        const taken = (await client.post(`/mgmt/${id}/signing`)).status === 303
        if (taken) id = await finalisedDocument(db, viewer)
        return taken
      },
    }
  }

  test('each of the fuzzed addresses reaches the person it names, or no one', async () => {
    const { lin } = await openCast(db)
    await onPlan(db, lin.viewer.teamId, 1000)
    for (const [place, send] of Object.entries(await places(lin))) {
      for (const address of addresses) {
        const taken = await send(address)
        if (taken) await workWaitingJobs(db)
        const reached = reachedPeople()
        expect([place, address, reached.length]).toEqual([place, address, taken ? 1 : 0])
        expect([place, address, reached.some((to) => to.includes('evil'))]).toEqual([place, address, false])
      }
      expect([place, await send('real@kestrel.example')]).toEqual([place, true])
      await workWaitingJobs(db)
      expect(reachedPeople()).toEqual(['real@kestrel.example'])
    }
  })

  /** Our own mailbox, which gets notifications of feedback, is not a submitted address. */
  const reachedPeople = () => smtp.recipients.splice(0).filter((to) => to !== config.company.mail)

  test('no name of a person, a team or a document adds a header or a recipient', async () => {
    const lin = await db
      .selectFrom('accounts.account')
      .selectAll()
      .where('username', '=', 'lin')
      .executeTakeFirstOrThrow()
    const viewer = (await findViewer(db, lin.id))!
    for (const tail of TAILS) {
      const named = `Lotus${tail.replaceAll('\u0000', '')}`
      await db.updateTable('accounts.team').set({ name: named }).where('id', '=', viewer.teamId).execute()
      const email = `named${TAILS.indexOf(tail)}@kestrel.example`
      await invite(db, (await findViewer(db, lin.id))!, email, 'en_US')
      await workWaitingJobs(db)
      expect([tail, smtp.recipients.splice(0)]).toEqual([tail, [email]])
      const [head = ''] = smtp.messages.at(-1)!.split('\r\n\r\n')
      expect([tail, head.match(/^(subject|to|from|message-id):/gim)?.length]).toEqual([tail, 4])
      expect([tail, /^(bcc|cc|list-|rcpt|mail from|reply-to)/im.exec(head)?.[0]]).toEqual([tail, undefined])
    }
  })
})

test('an address of any length is validated quickly, and has at most 254 bytes', () => {
  const huge = [
    'a'.repeat(300_000),
    `${'a.'.repeat(150_000)}@x.example`,
    `a@${'a.'.repeat(150_000)}`,
    `a@${'-'.repeat(300_000)}.x`,
  ]
  const quickest = (text: string) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const begun = performance.now()
        isAddress(text)
        return performance.now() - begun
      }),
    )
  for (const text of [...huge, ...fuzzed()]) expect(quickest(text)).toBeLessThan(patiently(5))
  for (const text of huge) expect(isAddress(text)).toBe(false)
  const label = 'a'.repeat(60)
  const long = (length: number) => `${'u'.repeat(length - 234)}@${label}.${label}.${label}.${'b'.repeat(50)}`
  expect([isAddress(long(254)), long(254).length]).toEqual([true, 254])
  expect([isAddress(long(255)), long(255).length]).toEqual([false, 255])
})

test('a line break in a subject or a name stays in the subject', async () => {
  await db.transaction().execute((trx) =>
    sendMailLater(trx, {
      to: 'one@kestrel.example',
      subject: `Hello\r\nBcc: ${EVIL}`,
      text: 'x',
      html: '<p>x</p>',
    }),
  )
  await workWaitingJobs(db)
  expect(smtp.recipients).toEqual(['one@kestrel.example'])
  expect(smtp.messages.at(-1)).not.toMatch(/^Bcc:/im)
})

describe('a permanently rejected recipient', () => {
  test('marks the mail as failed, and the next request reports PUSH_EMAIL_FAIL beside the address', async () => {
    smtp.refuse = 550
    const email = 'gone@kestrel.example'
    expect((await askForCode(newClient(db), email)).status).toBe(200)
    await workWaitingJobs(db)
    expect((await lastMailTo(db, email)).state).toBe('failed')
    const html = await (await askForCode(newClient(db), email, 'login')).text()
    expect(fieldProblem(html, 'email')).toBe(
      'The email could not be sent. Please check the address and try again.',
    )
    const program = await askForCode(newClient(db), email, 'login', 'qishu', { accept: 'application/json' })
    expect([program.status, (await program.json()).errorCode]).toEqual([503, 'PUSH_EMAIL_FAIL'])
  })

  test('is retried if the rejection is temporary', async () => {
    smtp.refuse = 451
    const email = 'later@kestrel.example'
    await askForCode(newClient(db), email)
    await expect(workWaitingJobs(db)).rejects.toThrow()
    const { id, state } = await lastMailTo(db, email)
    expect(state).toBe('waiting')
    smtp.refuse = null
    await deliver.now(db, { id })
    expect((await lastMailTo(db, email)).state).toBe('sent')
  })
})
