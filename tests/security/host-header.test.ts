import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { clientAddress } from '#src/http/client-address.ts'
import type { Env } from '#src/http/web.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Cast, openCast, PASSWORD } from '#tests/cast/people.ts'
import { askForCode, freshCaptcha } from '#tests/cast/registration.ts'
import { finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { configure } from '#tests/support/configured.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  configure({
    WECHAT_APP_ID: 'wx-test-app',
    WECHAT_APP_SECRET: 'wx-test-secret',
    WECHAT_BASE: 'https://wechat.example',
  })
  db = await testDatabase()
  cast = await openCast(db)
})

const SPOOFED_HEADERS = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-server': 'evil.example',
  'x-original-host': 'evil.example',
  'x-host': 'evil.example',
  'x-forwarded-for': '1.2.3.4',
  'x-forwarded-port': '444',
  forwarded: 'for=1.2.3.4;host=evil.example;proto=https',
}

const mails = () => db.selectFrom('platform.mail').selectAll().orderBy('id').execute()

/** All sources of mails: codes, invitations, reminder, the next invitation, the ending, notices. */
async function sendEveryMail() {
  const { client } = cast.lin
  const id = await finalisedDocument(db, cast.lin.viewer)
  await client.put(`/mgmt/${id}/signatories`, { signatories: SIGNATORIES }, SPOOFED_HEADERS)
  await client.post(`/mgmt/${id}/signing`, {}, SPOOFED_HEADERS)
  const { id: first } = await db
    .selectFrom('signing.signatory')
    .select('id')
    .where('state', '=', 'invited')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await client.post(`/mgmt/${id}/signatories/${first}/reminder`, {}, SPOOFED_HEADERS)
  for (const { email } of SIGNATORIES) {
    const last = (await mails()).findLast((mail) => mail.recipient === email && mail.links.length > 0)!
    const signer = await enterByLink(db, new URL(last.links[0]!).pathname, email)
    const signing = [...signer.cookies.keys()].find((name) => name.startsWith('sign-'))!.slice(5)
    const signed = await signer.post(
      `/signing/${signing}/signature`,
      { kind: 'typed', typed: 'Name' },
      SPOOFED_HEADERS,
    )
    expect(signed.headers.get('location')).toMatch(/^\/signing\//)
    await workWaitingJobs(db)
  }
  await onPlan(db, cast.lin.viewer.teamId)
  const invited = await client.post(
    '/mgmt/acct-info/invitations',
    { email: 'new@lotus.example' },
    SPOOFED_HEADERS,
  )
  expect(invited.status).toBe(303)
  await client.post('/mgmt/acct-info/deletion', { words: 'Please delete it' }, SPOOFED_HEADERS)
  await client.post(
    '/mgmt/client-feedback',
    { question: 'Where?', email: 'lin@example.com' },
    SPOOFED_HEADERS,
  )
  for (const [email, purpose] of [
    ['lin@example.com', 'password'],
    ['new@lotus.example', 'register'],
    ['nobody@lotus.example', 'password'],
  ] as const) {
    const stranger = newClient(db)
    const captchaId = await freshCaptcha(stranger, purpose)
    await stranger.post(
      '/acct/codes',
      { channel: 'email', email, purpose, captchaId, captcha: 'qishu' },
      SPOOFED_HEADERS,
    )
  }
}

describe('with spoofed values in every header that names a host', () => {
  test('every link of every mail begins with the configured address', async () => {
    await sendEveryMail()
    const sent = await mails()
    expect(sent.length).toBeGreaterThan(9)
    const linked = sent.filter((mail) => mail.links.length > 0)
    expect(linked.length).toBeGreaterThan(4)
    for (const mail of sent) {
      const everything = [mail.subject, mail.text, mail.html, ...mail.links].join('\n')
      expect(everything).not.toContain('evil.example')
      const addresses = everything.match(/https?:\/\/[^\s"<]+/g) ?? []
      for (const address of addresses) expect(address.startsWith(`${config.baseUrl}/`)).toBe(true)
      if (mail.links.length) expect(addresses.length).toBeGreaterThan(0)
    }
  })

  test('WeChat gets the configured address as return address', async () => {
    const away = await newClient(db).post('/acct/login-wechat', { agreement: 'yes' }, SPOOFED_HEADERS)
    const url = new URL(away.headers.get('location')!)
    expect(url.origin).toBe('https://wechat.example')
    expect(url.searchParams.get('redirect_uri')).toBe(`${config.baseUrl}/acct/login-wechat/return`)
  })

  test('no page and no redirect contains the spoofed host', async () => {
    for (const client of [newClient(db), cast.lin.client])
      for (const path of [
        '/',
        '/acct/login',
        '/acct/register',
        '/mgmt/home',
        '/mgmt/my-docs',
        '/nothing',
        '/privacy-notice',
      ]) {
        const answer = await client.get(path, SPOOFED_HEADERS)
        expect([
          path,
          `${await answer.text()}${JSON.stringify([...answer.headers])}`.includes('evil.example'),
        ]).toEqual([path, false])
      }
  })

  test('a foreign page is not accepted as ours because of a matching Host', async () => {
    const headers = { ...SPOOFED_HEADERS, origin: 'http://evil.example', accept: 'application/json' }
    expect((await cast.hannah.client.post('/logout', {}, headers)).status).toBe(403)
    expect((await cast.hannah.client.get('/mgmt/home')).status).toBe(200)
  })

  test('a code is requested normally, so the mails above are real', async () => {
    expect((await askForCode(newClient(db), 'plain@lotus.example')).status).toBe(200)
  })
})

describe('the client’s address', () => {
  const app = new Hono<Env>().get('/', (c) => c.text(clientAddress(c)))
  const incoming = { socket: { remoteAddress: '10.0.0.7' } } as IncomingMessage
  const ask = async (forwarded?: string) => {
    const headers = {
      ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
    }
    return (await app.request('/', { headers }, { incoming })).text()
  }

  test('is the socket’s, whatever the headers say', async () => {
    expect(config.TRUST_PROXY).toBe(false)
    for (const forwarded of [undefined, '1.2.3.4', '1.2.3.4, 5.6.7.8'])
      expect(await ask(forwarded)).toBe('10.0.0.7')
  })

  test('is the last one that our proxy added, if TRUST_PROXY is set', async () => {
    config.TRUST_PROXY = true
    try {
      expect(await ask('1.2.3.4, 5.6.7.8')).toBe('5.6.7.8')
      expect(await ask()).toBe('10.0.0.7')
    } finally {
      config.TRUST_PROXY = false
    }
  })

  test('counts guesses and is stored with a session, whatever a client claims', async () => {
    const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` })
    const caller = newClient(db, config.baseUrl, '203.0.113.9')
    for (let n = 0; n < 60; n++) {
      const guess = { login: `victim_${n}`, password: 'Wrong2026', agreement: 'yes' }
      await caller.post('/acct/login', guess, from(n))
    }
    const failures = await db.selectFrom('accounts.login_failure').select('address').execute()
    expect([failures.length, ...new Set(failures.map((row) => row.address))]).toEqual([50, '203.0.113.9'])
    const right = { login: 'hannah', password: PASSWORD, agreement: 'yes' }
    expect(
      (await newClient(db, config.baseUrl, '203.0.113.10').post('/acct/login', right, from(1))).status,
    ).toBe(303)
    const sessions = await db.selectFrom('platform.session').select('address').execute()
    expect(new Set(sessions.map((row) => row.address))).toEqual(new Set(['', '203.0.113.10']))
  })
})
