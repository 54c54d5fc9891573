import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { consumeCaptcha, drawCaptcha, drawSum } from '#src/auth/captcha.ts'
import { CHARACTERS } from '#src/auth/captcha-picture/strokes.ts'
import { provesWork } from '#src/auth/captcha-proof.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'
import { keyedHash } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { numberWords } from '#src/http/captcha/number-words.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { freshCaptcha } from '#tests/cast/registration.ts'
import { chunksOf, enlarged, PREPARATIONS, pgm, pixelsOf } from '#tests/support/captcha-attack.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount, LONG } from '#tests/support/runs.ts'
import { onPath } from '#tests/support/tools.ts'
import { taskOf } from '#views/scripts/proof/proof.ts'
import { work } from '#views/scripts/proof/work.ts'

if (LONG) vi.setConfig({ testTimeout: 1_800_000 })

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})
afterEach(() => setClock(null))

const VISITOR = 'v'.repeat(40)

const ask = (client: Client, email: string, fields: Record<string, string>) =>
  client.post('/acct/codes', { purpose: 'register', channel: 'email', email, ...fields })

test('the answer is in no page, header, cookie or text of the picture', async () => {
  const fixed = config.CAPTCHA_ANSWER
  config.CAPTCHA_ANSWER = undefined
  for (const path of ['/acct/register', '/acct/forgot-password', '/acct/login?way=email']) {
    const answer = await newClient(db).get(path)
    const html = await answer.text()
    const png = Buffer.from(/base64,([^"]+)"/.exec(html)![1]!, 'base64')
    // Pixels only: neither text nor drawing operators.
    expect(chunksOf(png)).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect(/alt="([^"]*)"/.exec(html)![1]).toBe('Picture with four characters')
  }
  config.CAPTCHA_ANSWER = fixed
})

test('a thousand replays of a used one are rejected, whether its first answer was right or wrong', async () => {
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

test('one of fifty right answers at once counts', async () => {
  const { id } = drawCaptcha(VISITOR)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => consumeCaptcha(db, VISITOR, id, 'QISHU ')),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
})

test('a captcha is valid for the browser that requested it, for five minutes', async () => {
  const begun = Date.now()
  const at = (after: number) => setClock(() => new Date(begun + after))
  at(0)
  const mine = drawCaptcha(VISITOR)
  const early = drawCaptcha(VISITOR)
  const late = drawCaptcha(VISITOR)
  expect(await consumeCaptcha(db, 'w'.repeat(40), mine.id, 'qishu')).toBe(false)
  expect(await consumeCaptcha(db, VISITOR, mine.id, 'qishu')).toBe(true)
  at(5 * MINUTE - 1)
  expect(await consumeCaptcha(db, VISITOR, early.id, 'qishu')).toBe(true)
  at(5 * MINUTE)
  expect(await consumeCaptcha(db, VISITOR, late.id, 'qishu')).toBe(false)
})

test('without a captcha no code is sent, whatever is submitted instead', async () => {
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

const NUMBERS = Object.fromEntries(
  ['en', 'zh'].map((lang) => [
    lang,
    new Map(Array.from({ length: 100 }, (_, n) => [numberWords(n, lang), n])),
  ]),
)

/** Reads the sum in the text and solves it. */
function answerTo(html: string): string {
  const english = /What is ([a-z-]+) (plus|minus) ([a-z-]+)\?/.exec(html)
  const chinese = /([一二三四五六七八九十]+)([加减減])([一二三四五六七八九十]+)等/.exec(html)
  const [, left = '', sign = '', right = ''] = (english ?? chinese)!
  const numbers = NUMBERS[english ? 'en' : 'zh']!
  const b = numbers.get(right)!
  return String(numbers.get(left)! + (/minus|减|減/.test(sign) ? -b : b))
}

describe('without the picture', () => {
  test.each(['zh_CN', 'zh_TW', 'en_US'])(
    'a sum in words is accepted too, in %s, and the typed text stays',
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

  test('every sum has an integer answer between two and eighty', async () => {
    for (let n = 0; n < 200; n++) {
      const { id, left, right, minus } = drawSum(VISITOR)
      const answer = minus ? left - right : left + right
      expect([answer >= 2, answer < 80]).toEqual([true, true])
      expect(await consumeCaptcha(db, VISITOR, id, String(answer))).toBe(true)
    }
  })

  describe('with limits', () => {
    countRequests(() => db)

    test('one network gets twenty sums an hour, from any of its addresses, then pictures again', async () => {
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

test('the problem is shown beside the sum in three languages, with a new sum', async () => {
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

test('a thousand displayed captchas leave no row, and used expired ones are deleted', async () => {
  // Signed requests have rows in the same table.
  const rows = async () => {
    const used = db.selectFrom('platform.nonce').select('nonce').where('nonce', 'like', 'captcha %')
    return (await used.execute()).length
  }
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

test('no part of the captcha’s seal can be changed', async () => {
  const { id } = drawCaptcha(VISITOR)
  const [drawing = '', end = '', bits = '', ours = '', right = ''] = id.split('.')
  const other = drawCaptcha(VISITOR).id.split('.')
  const changed = [
    [newId(), end, bits, ours, right],
    [drawing, String(Number(end) + 1), bits, ours, right],
    [drawing, end, '0', ours, right],
    [drawing, end, bits, ours, other[4]],
    [other[0], other[1], other[2], other[3], right],
    [drawing, end, bits, other[3], right],
  ]
  for (const parts of changed)
    expect([parts, await consumeCaptcha(db, VISITOR, parts.join('.'), 'qishu')]).toEqual([parts, false])
})

describe('the proof of work of a picture', () => {
  const withCosts = (test: () => Promise<void>) => async () => {
    const fixed = config.CAPTCHA_ANSWER
    config.CAPTCHA_ANSWER = undefined
    await test().finally(() => {
      config.CAPTCHA_ANSWER = fixed
    })
  }
  const fields = (id: string, captchaProof: string) => ({ captchaId: id, captcha: 'qishu', captchaProof })

  test(
    'is found by a browser, and verified in microseconds',
    withCosts(async () => {
      const { id } = drawCaptcha(VISITOR)
      const begun = performance.now()
      const proof = work(id)
      const elapsed = performance.now() - begun
      expect(provesWork(id, proof)).toBe(true)
      const looked = performance.now()
      for (let n = 0; n < 1000; n++) provesWork(id, proof)
      const each = ((performance.now() - looked) * 1000) / 1000
      expect(each).toBeLessThan(1000)
      const tries = proof.split('.').reduce((sum, number) => sum + Number(number) + 1, 0)
      expect(tries).toBeGreaterThan(50_000)
      note(
        'proof of work for one captcha',
        `${tries} hashes, ${Math.round(elapsed)} ms to find, ${Math.round(each)} µs to check`,
      )
    }),
  )

  test('is valid for its own captcha only; no part can be omitted, repeated or invented', async () => {
    const mine = drawCaptcha(VISITOR).id
    const other = drawCaptcha(VISITOR).id
    const proof = work(mine)
    const numbers = proof.split('.')
    for (const wrong of [
      '',
      '.',
      '0.0.0.0.0.0.0.0',
      numbers.slice(1).join('.'),
      `${proof}.1`,
      ` ${proof}`,
      `${proof}x`,
      numbers.toReversed().join('.'),
      Array(8).fill(numbers[0]).join('.'),
      '9'.repeat(500),
    ])
      expect([wrong, provesWork(mine, wrong)]).toEqual([wrong, false])
    expect([provesWork(other, proof), provesWork(mine, proof)]).toEqual([false, true])
  })

  test(
    'is required for every picture and for no sum; an id with a lower difficulty is rejected',
    withCosts(async () => {
      const { id } = drawCaptcha(VISITOR)
      expect([taskOf(id).bits, taskOf(drawSum(VISITOR).id).bits]).toEqual([16, 0])
      const easier = id.replace('.16.', '.0.')
      expect(provesWork(easier, '')).toBe(true)
      config.CAPTCHA_ANSWER = 'qishu'
      const ours = drawCaptcha(VISITOR).id
      expect(await consumeCaptcha(db, VISITOR, ours.replace('.4.', '.0.'), 'qishu')).toBe(false)
      expect(await consumeCaptcha(db, VISITOR, ours, 'qishu')).toBe(true)
      config.CAPTCHA_ANSWER = undefined
    }),
  )

  // The second test sends one more request after the first one has used up the limit.
  describe('with limits', { shuffle: false }, () => {
    countRequests(() => db)

    test('can be omitted twenty times an hour per network; then the form says so and keeps the typed text', async () => {
      const statuses: number[] = []
      const refused = { html: '', id: '', client: newClient(db) }
      for (let n = 0; n < 22; n++) {
        const client = newClient(db, undefined, `2001:db8:9:9:${n}::1`)
        const id = await freshCaptcha(client)
        const answer = await ask(client, `unproved${n}@kestrel.example`, fields(id, n % 2 ? '' : '1.2.3'))
        statuses.push(answer.status)
        Object.assign(refused, { html: await answer.text(), id, client })
      }
      expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
      expect(fieldProblem(refused.html, 'captcha')).toMatch(/without JavaScript/)
      expect(typedValue(refused.html, 'email')).toBe('unproved21@kestrel.example')
      expect(await mailsTo(db, 'unproved21@kestrel.example')).toEqual([])
      // The same answer with its proof of work is accepted, and so is a sum.
      const { client, id } = refused
      expect((await ask(client, 'proved@kestrel.example', fields(id, work(id)))).status).toBe(200)
      const again = await (await client.post('/acct/captcha', { purpose: 'register' })).text()
      const sum = { captchaKind: 'sum', captchaId: typedValue(again, 'captchaId'), captcha: answerTo(again) }
      expect((await ask(client, 'summed@kestrel.example', sum)).status).toBe(200)
      const elsewhere = newClient(db, undefined, '2001:db8:9:a::1')
      const other = await freshCaptcha(elsewhere)
      expect((await ask(elsewhere, 'else@kestrel.example', fields(other, ''))).status).toBe(200)
    })

    test('is reported in three languages, and to a program by its code', async () => {
      for (const [locale, words] of [
        ['zh_CN', '您的浏览器未启用 JavaScript'],
        ['zh_TW', '您的瀏覽器未啟用 JavaScript'],
        ['en_US', 'without JavaScript'],
      ]) {
        const client = newClient(db, undefined, '2001:db8:9:9::1')
        const id = await freshCaptcha(client)
        const answer = await client.post(`/acct/login?locale=${locale}`, {
          login: 'nobody',
          password: 'Kestrel2027',
          agreement: 'yes',
          way: 'password',
          ...fields(id, ''),
        })
        expect([answer.status, (await answer.text()).includes(words!)]).toEqual([429, true])
      }
      const client = newClient(db, undefined, '2001:db8:9:9::1')
      const id = await freshCaptcha(client)
      const form = { purpose: 'register', channel: 'email', email: 'a@b.example', ...fields(id, '') }
      const answer = await client.post('/acct/codes', form, { accept: 'application/json' })
      const { errorCode } = (await answer.json()) as { errorCode: string }
      expect([answer.status, errorCode]).toEqual([429, 'CAPTCHA_PROOF_MISSING'])
    })
  })
})

/** The number of pictures, and how many of them may be solved: with few pictures, one by chance. */
const SAMPLES = caseCount(8, 500)
const SOLVED = caseCount(1, 4)

/** Runs in one project only, because it sends no requests that could be signed. */
const READS = process.env.SIGNED !== '1' && onPath('tesseract')

test.runIf(READS)('OCR solves less than one picture in a hundred, preprocessed in five ways', async () => {
  const fixed = config.CAPTCHA_ANSWER
  config.CAPTCHA_ANSWER = undefined
  const folder = mkdtempSync(join(tmpdir(), 'captcha-'))
  const ids: string[] = []
  const files: string[] = []
  for (let n = 0; n < SAMPLES; n++) {
    const { id, png } = drawCaptcha(VISITOR)
    ids.push(id)
    for (const [name, prepare] of Object.entries(PREPARATIONS)) {
      const file = join(folder, `${n}-${name}.pgm`)
      writeFileSync(file, pgm(enlarged(prepare(pixelsOf(png)), 3)))
      files.push(file)
    }
  }
  const words = readByTesseract(folder, files)
  // The program does read something, and a correct answer would be detected.
  expect(words.filter(Boolean).length).toBeGreaterThan(files.length / 10)
  config.CAPTCHA_ANSWER = 'RF37'
  expect(opens(drawCaptcha(VISITOR).id, new Set(['X', 'RF37']))).toBe(true)
  const each = Object.keys(PREPARATIONS).length
  const solved = ids.filter((id, n) => opens(id, new Set(words.slice(n * each, (n + 1) * each)))).length
  config.CAPTCHA_ANSWER = fixed
  expect(solved).toBeLessThanOrEqual(SOLVED)
  note('captchas solved by tesseract, five preparations', `${solved} of ${SAMPLES}`, {
    value: solved,
    unit: 'solved',
    atMost: SOLVED,
  })
})

/** The program's text for each file; one process reads all files. */
function readByTesseract(folder: string, files: string[]): string[] {
  const list = join(folder, 'list.txt')
  writeFileSync(list, files.join('\n'))
  const options = [
    '--psm',
    '8',
    '-c',
    `tessedit_char_whitelist=${CHARACTERS.join('')}`,
    '-c',
    'page_separator=\f',
  ]
  const read = execFileSync('tesseract', [list, '-', ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  })
  const pages = read.split('\f').map((page) => page.trim())
  expect(pages.length).toBe(files.length)
  return pages
}

/** Whether one of these answers is correct. Does not use up the captcha. */
const opens = (id: string, answers: Set<string>) => {
  const parts = id.split('.')
  const drawing = parts.slice(0, 3).join('.')
  return [...answers].some(
    (answer) => keyedHash(config.secretKey, `captcha answer ${drawing} ${answer.toLowerCase()}`) === parts[4],
  )
}
