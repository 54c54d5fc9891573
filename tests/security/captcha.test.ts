import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { numberWords } from '#modules/accounts/entry/views/number-words.ts'
import type { Db } from '#src/app/database.ts'
import { consumeCaptcha, drawCaptcha, drawSum } from '#src/auth/captcha.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { freshCaptcha } from '#tests/cast/registration.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'
import { note } from '#tests/support/measured.ts'
import { onPath } from '#tests/support/tools.ts'

if (process.env.LONG === '1') vi.setConfig({ testTimeout: 600_000 })

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})
afterEach(() => setClock(null))

const VISITOR = 'v'.repeat(40)

const ask = (client: Client, email: string, fields: Record<string, string>) =>
  client.post('/acct/codes', { purpose: 'register', channel: 'email', email, ...fields })

test('its answer is in no page, header, cookie or text of the picture', async () => {
  const fixed = config.CAPTCHA_ANSWER
  config.CAPTCHA_ANSWER = undefined
  for (const path of ['/acct/register', '/acct/forgot-password', '/acct/login?way=email']) {
    const answer = await newClient(db).get(path)
    const html = await answer.text()
    const svg = Buffer.from(/base64,([^"]+)"/.exec(html)![1]!, 'base64').toString()
    expect(svg).not.toMatch(/<text|<title|<desc|aria/)
    expect(/alt="([^"]*)"/.exec(html)![1]).toBe('Picture with four characters')
    const row = await db
      .selectFrom('platform.captcha')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(Object.keys(row).sort()).toEqual(['answer_hash', 'expires_at', 'id', 'visitor_hash'])
    expect(`${html}${JSON.stringify([...answer.headers])}`).not.toContain(row.answer_hash)
  }
  config.CAPTCHA_ANSWER = fixed
})

test('a thousand replays of a used one are refused, right or wrong the first time', async () => {
  for (const first of ['qishu', 'wrong']) {
    const { id } = await drawCaptcha(db, VISITOR)
    expect(await consumeCaptcha(db, VISITOR, id, first)).toBe(first === 'qishu')
    const replays = await Promise.all(
      Array.from({ length: 500 }, () => consumeCaptcha(db, VISITOR, id, 'qishu')),
    )
    expect(replays.filter(Boolean)).toEqual([])
  }
  note('captcha replays accepted', '0 of 1,000')
})

test('of fifty right answers at once one counts', async () => {
  const { id } = await drawCaptcha(db, VISITOR)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => consumeCaptcha(db, VISITOR, id, 'QISHU ')),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
})

test('is for the browser it was drawn for, for five minutes', async () => {
  const begun = Date.now()
  const at = (after: number) => setClock(() => new Date(begun + after))
  at(0)
  const [mine, early, late] = [
    await drawCaptcha(db, VISITOR),
    await drawCaptcha(db, VISITOR),
    await drawCaptcha(db, VISITOR),
  ]
  expect(await consumeCaptcha(db, 'w'.repeat(40), mine.id, 'qishu')).toBe(false)
  expect(await consumeCaptcha(db, VISITOR, mine.id, 'qishu')).toBe(true)
  at(5 * MINUTE - 1)
  expect(await consumeCaptcha(db, VISITOR, early.id, 'qishu')).toBe(true)
  at(5 * MINUTE)
  expect(await consumeCaptcha(db, VISITOR, late.id, 'qishu')).toBe(false)
})

test('without one no code goes out, whatever is sent in its place', async () => {
  const client = newClient(db)
  const email = 'nocaptcha@kestrel.example'
  const real = await freshCaptcha(client)
  const tries: Record<string, string>[] = [
    {},
    { captcha: 'qishu' },
    { captcha: 'qishu', captchaId: 'none' },
    { captcha: '', captchaId: real },
    { captcha: 'qishu'.repeat(10), captchaId: real },
    { captcha: "' or ''='", captchaId: real },
  ]
  for (const fields of tries)
    expect([fields, (await ask(client, email, fields)).status]).toEqual([fields, 422])
  expect(await mailsTo(db, email)).toEqual([])
})

describe('for whoever cannot read the picture', () => {
  const NUMBERS = Object.fromEntries(
    ['en', 'zh'].map((lang) => [
      lang,
      new Map(Array.from({ length: 100 }, (_, n) => [numberWords(n, lang), n])),
    ]),
  )

  /** Reads the sum as a person would and works it out. */
  function answerTo(html: string): string {
    const english = /What is ([a-z-]+) (plus|minus) ([a-z-]+)\?/.exec(html)
    const chinese = /([一二三四五六七八九十]+)([加减減])([一二三四五六七八九十]+)等/.exec(html)
    const [, left = '', sign = '', right = ''] = (english ?? chinese)!
    const numbers = NUMBERS[english ? 'en' : 'zh']!
    const b = numbers.get(right)!
    return String(numbers.get(left)! + (/minus|减|減/.test(sign) ? -b : b))
  }

  test.each(['zh_CN', 'zh_TW', 'en_US'])(
    'a sum in words serves as well, in %s, and keeps what was typed',
    async (locale) => {
      const client = newClient(db)
      const email = `sum-${locale.toLowerCase().replace('_', '-')}@kestrel.example`
      const typed = { purpose: 'register', channel: 'email', email, name: 'Oliver', captchaKind: 'picture' }
      const html = await (await client.post(`/acct/captcha?locale=${locale}`, typed)).text()
      expect([typedValue(html, 'email'), typedValue(html, 'name')]).toEqual([email, 'Oliver'])
      expect(html).not.toContain('data:image')
      const captchaId = typedValue(html, 'captchaId')
      const fields = { captchaKind: 'sum', captchaId, captcha: answerTo(html) }
      expect((await ask(newClient(db), email, fields)).status).toBe(422)
      expect((await ask(client, email, { ...fields, captcha: '0' })).status).toBe(422)
      expect((await ask(client, email, fields)).status).toBe(422)
      expect(await mailsTo(db, email)).toEqual([])
      const again = await (await client.post('/acct/captcha', typed, { 'hx-request': 'true' })).text()
      expect(again).toMatch(/^<div id="captcha-part">/)
      const right = {
        captchaKind: 'sum',
        captchaId: typedValue(again, 'captchaId'),
        captcha: answerTo(again),
      }
      expect((await ask(client, email, right)).status).toBe(200)
      expect(await mailsTo(db, email)).toHaveLength(1)
    },
  )

  test('every sum has an answer between two and eighty, whole and positive', async () => {
    for (let n = 0; n < 200; n++) {
      const { id, left, right, minus } = await drawSum(db, VISITOR)
      const answer = minus ? left - right : left + right
      expect([answer >= 2, answer < 80]).toEqual([true, true])
      expect(await consumeCaptcha(db, VISITOR, id, String(answer))).toBe(true)
    }
  })

  describe('once requests are counted', () => {
    countRequests(() => db)

    test('one subscriber gets twenty sums an hour, from whatever address of theirs, then pictures again', async () => {
      const kinds: string[] = []
      for (let n = 0; n < 25; n++) {
        const client = newClient(db, undefined, `2001:db8:1:2:${n}::${n}`)
        const headers = { 'hx-request': 'true', 'x-forwarded-for': `203.0.113.${n}` }
        const html = await (await client.post('/acct/captcha', { purpose: 'login' }, headers)).text()
        kinds.push(typedValue(html, 'captchaKind'))
      }
      expect(kinds).toEqual([...Array(20).fill('sum'), ...Array(5).fill('picture')])
    })
  })
})

test('what is wrong with it stands beside it in three languages, with a new one', async () => {
  for (const [locale, words] of [
    ['zh_CN', '图形验证码错误，已为您更换一张。'],
    ['zh_TW', '圖形驗證碼錯誤，已為您更換一張。'],
    ['en_US', 'The graphic code is wrong. Here is a new one.'],
  ] as const) {
    const client = newClient(db)
    const captchaId = await freshCaptcha(client)
    const answer = await client.post(`/acct/codes?locale=${locale}`, {
      purpose: 'register',
      channel: 'email',
      email: 'a@b.example',
      captchaId,
      captcha: 'x',
    })
    const html = await answer.text()
    expect([answer.status, fieldProblem(html, 'captcha')]).toEqual([422, words])
    expect(typedValue(html, 'captchaId')).not.toBe(captchaId)
  }
})

const SAMPLES = 500

test.skipIf(process.env.LONG !== '1' || !onPath('tesseract'))(
  'a reader of letters solves at most 5 % of the pictures',
  async () => {
    const fixed = config.CAPTCHA_ANSWER
    config.CAPTCHA_ANSWER = undefined
    const folder = mkdtempSync(join(tmpdir(), 'captcha-'))
    const browser = await launchBrowser()
    const page = await browser.newPage({ viewport: { width: 132, height: 48 }, deviceScaleFactor: 3 })
    let solved = 0
    for (let n = 0; n < SAMPLES; n++) {
      const { id, svg } = await drawCaptcha(db, VISITOR)
      await page.setContent(`<body style="margin:0;background:white">${svg}`)
      const file = join(folder, `${n}.png`)
      writeFileSync(file, await page.screenshot())
      const read = execFileSync('tesseract', [file, '-', '--psm', '8'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      if (await consumeCaptcha(db, VISITOR, id, read.trim())) solved++
    }
    await browser.close()
    config.CAPTCHA_ANSWER = fixed
    note('captchas solved by tesseract', `${solved} of ${SAMPLES}`)
    expect(solved / SAMPLES).toBeLessThanOrEqual(0.05)
  },
)
