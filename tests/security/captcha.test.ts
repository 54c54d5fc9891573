import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { numberWords } from '#modules/accounts/entry/views/number-words.ts'
import type { Db } from '#src/app/database.ts'
import { consumeCaptcha, drawCaptcha, drawSum } from '#src/auth/captcha.ts'
import { CHARACTERS } from '#src/auth/captcha-picture/strokes.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'
import { keyedHash } from '#src/core/secrets.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { freshCaptcha } from '#tests/cast/registration.ts'
import { chunksOf, enlarged, PREPARATIONS, pgm, pixelsOf } from '#tests/support/captcha-attack.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'
import { note } from '#tests/support/measured.ts'
import { onPath } from '#tests/support/tools.ts'

if (process.env.LONG === '1') vi.setConfig({ testTimeout: 1_800_000 })

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
    const png = Buffer.from(/base64,([^"]+)"/.exec(html)![1]!, 'base64')
    // Pixels alone: neither words nor how it was drawn.
    expect(chunksOf(png)).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect(/alt="([^"]*)"/.exec(html)![1]).toBe('Picture with four characters')
  }
  config.CAPTCHA_ANSWER = fixed
})

test('a thousand replays of a used one are refused, right or wrong the first time', async () => {
  for (const first of ['qishu', 'wrong']) {
    const { id } = drawCaptcha(VISITOR)
    expect(await consumeCaptcha(db, VISITOR, id, first)).toBe(first === 'qishu')
    const replays = await Promise.all(
      Array.from({ length: 500 }, () => consumeCaptcha(db, VISITOR, id, 'qishu')),
    )
    expect(replays.filter(Boolean)).toEqual([])
  }
  note('captcha replays accepted', '0 of 1,000')
})

test('of fifty right answers at once one counts', async () => {
  const { id } = drawCaptcha(VISITOR)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => consumeCaptcha(db, VISITOR, id, 'QISHU ')),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
})

test('is for the browser it was drawn for, for five minutes', async () => {
  const begun = Date.now()
  const at = (after: number) => setClock(() => new Date(begun + after))
  at(0)
  const [mine, early, late] = [drawCaptcha(VISITOR), drawCaptcha(VISITOR), drawCaptcha(VISITOR)]
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
      const { id, left, right, minus } = drawSum(VISITOR)
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

test('a thousand that are looked at leave no row, and of those used up the expired ones go', async () => {
  const rows = async () =>
    Number(
      (await db.selectFrom('platform.nonce').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n,
    )
  await db.deleteFrom('platform.nonce').execute()
  for (let n = 0; n < 20; n++) await newClient(db).get('/acct/register')
  expect(await rows()).toBe(0)
  const begun = Date.now()
  for (let n = 0; n < 30; n++) await consumeCaptcha(db, VISITOR, drawSum(VISITOR).id, 'wrong')
  expect(await rows()).toBe(30)
  for (const forged of ['', 'none', newId(), `${drawSum('w'.repeat(40)).id}`, `${drawSum(VISITOR).id}0`])
    expect([forged, await consumeCaptcha(db, VISITOR, forged, 'qishu')]).toEqual([forged, false])
  expect(await rows()).toBe(30)
  setClock(() => new Date(begun + 6 * MINUTE))
  for (let n = 0; n < 10; n++) await consumeCaptcha(db, VISITOR, drawSum(VISITOR).id, 'wrong')
  expect(await rows()).toBe(10)
})

test('no part of its seal can be changed', async () => {
  const { id } = drawCaptcha(VISITOR)
  const [drawing = '', end = '', ours = '', right = ''] = id.split('.')
  const other = drawCaptcha(VISITOR).id.split('.')
  const changed = [
    [newId(), end, ours, right],
    [drawing, String(Number(end) + 1), ours, right],
    [drawing, end, ours, other[3]],
    [other[0], other[1], other[2], right],
    [drawing, end, other[2], right],
  ]
  for (const parts of changed)
    expect([parts, await consumeCaptcha(db, VISITOR, parts.join('.'), 'qishu')]).toEqual([parts, false])
})

const SAMPLES = 500

test.skipIf(process.env.LONG !== '1' || !onPath('tesseract'))(
  'a reader of letters solves less than one picture in a hundred, prepared in five ways',
  async () => {
    const fixed = config.CAPTCHA_ANSWER
    config.CAPTCHA_ANSWER = undefined
    const folder = mkdtempSync(join(tmpdir(), 'captcha-'))
    let solved = 0
    for (let n = 0; n < SAMPLES; n++) {
      const { id, png } = drawCaptcha(VISITOR)
      const pixels = pixelsOf(png)
      const read = new Set<string>()
      for (const [name, prepare] of Object.entries(PREPARATIONS)) {
        const file = join(folder, `${name}.pgm`)
        writeFileSync(file, pgm(enlarged(prepare(pixels), 3)))
        const words = execFileSync(
          'tesseract',
          [file, '-', '--psm', '8', '-c', `tessedit_char_whitelist=${CHARACTERS.join('')}`],
          {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'ignore'],
            env: { ...process.env, OMP_THREAD_LIMIT: '1' },
          },
        )
        read.add(words.trim())
      }
      if (opens(id, read)) solved++
    }
    config.CAPTCHA_ANSWER = fixed
    note('captchas solved by tesseract, five preparations', `${solved} of ${SAMPLES}`)
    expect(solved / SAMPLES).toBeLessThan(0.01)
  },
)

/** Whether one of these answers is right, without using it up. */
const opens = (id: string, answers: Set<string>) => {
  const [drawing = '', end = '', , right] = id.split('.')
  return [...answers].some(
    (answer) =>
      keyedHash(config.secretKey, `captcha answer ${drawing}.${end} ${answer.toLowerCase()}`) === right,
  )
}
