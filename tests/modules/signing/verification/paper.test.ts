import jsQR from 'jsqr'
import { beforeAll, describe, expect, test } from 'vitest'
import '#src/app/events.ts'
import { checkMarkOf, newCheckCode, readCheckCode } from '#modules/signing/copy/check-code.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { latestRevision } from '#modules/signing/revisions.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { getFile } from '#src/jobs/storage.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'
import { pdfPicture, pdfWords } from '#tests/support/pdf-tools.ts'

let db: Db
let cast: Cast

interface Sent {
  id: string
  document_id: string
  document_number: string
  check_code: string
}

let completedSigning: Sent
let runningSigning: Sent

async function send(): Promise<Sent> {
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  const row = await db
    .selectFrom('signing.signing')
    .select(['id', 'document_id', 'document_number', 'check_code'])
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return { ...row, check_code: row.check_code! }
}

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  completedSigning = await send()
  await signAsDemo(db, completedSigning.document_id, 2)
  runningSigning = await send()
})

async function ask(number: string, code: string, by = newClient(db)): Promise<[number, string]> {
  const answer = await by.get(`/verify?${new URLSearchParams({ number, code, locale: 'en_US' })}`)
  return [answer.status, (await answer.text()).replace(/<!-- -->/g, '')]
}

const bytesOf = async ({ id }: Sent) => {
  const { key, sha256 } = await latestRevision(db, id)
  return { bytes: await getFile(db, key), sha256 }
}

/** The text of the only QR code on a page, as a camera reads it from paper. */
async function codeOn(bytes: Uint8Array, page: number): Promise<string | undefined> {
  const { width, height, grey } = await pdfPicture(bytes, page, 200)
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++) pixels.fill(grey[at]!, at * 4, at * 4 + 3)
  return jsQR(pixels, width, height)?.data
}

test('each page of the file to sign has number, code and a QR code that leads to the verdict', async () => {
  const { bytes } = await bytesOf(completedSigning)
  const words = await pdfWords(bytes)
  const pages = Math.max(...words.map(({ page }) => page))
  expect(pages).toBeGreaterThan(3)
  const printed = `${completedSigning.check_code.slice(0, 5)}-${completedSigning.check_code.slice(5)}`
  const query = new URLSearchParams({
    number: completedSigning.document_number,
    code: completedSigning.check_code,
  })
  for (let page = 1; page <= pages; page++) {
    expect([page, await codeOn(bytes, page)]).toEqual([page, publicUrl(`/verify?${query}`)])
    const foot = words.filter((word) => word.page === page && word.y > 770).map(({ text }) => text)
    expect(foot).toEqual(expect.arrayContaining([printed, completedSigning.document_number]))
  }
})

test('the certificate of completion has the same code', async () => {
  const answer = await cast.lin.client.get(`/mgmt/${completedSigning.document_id}/certificate.pdf`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(await codeOn(bytes, 1)).toContain(`code=${completedSigning.check_code}`)
  // All signings share the final PDF, so it has no code.
  const final = await cast.lin.client.get(`/mgmt/${completedSigning.document_id}/final.pdf`)
  expect(await codeOn(new Uint8Array(await final.arrayBuffer()), 1)).toBeUndefined()
})

test('the code gives access to state, parties, dates, hash and pages; addresses stay private', async () => {
  const [status, html] = await ask(completedSigning.document_number, completedSigning.check_code)
  expect(status).toBe(200)
  const { sha256 } = await bytesOf(completedSigning)
  for (const words of [
    'Signed by everyone',
    completedSigning.document_number,
    sha256,
    '莲花贸易（上海）有限公司 · Lotus Trading (Shanghai) Co., Ltd.',
    ...SIGNATORIES.map(({ name }) => name),
  ])
    expect(html).toContain(words)
  for (const { email } of SIGNATORIES) expect(html).not.toContain(email)
  const [picture] = /\/verify\/[A-Z2-7]{10}\/pages\/[0-9a-f]{16}\/1/.exec(html)!
  expect((await newClient(db).get(picture)).headers.get('content-type')).toBe('image/webp')
  const other = picture.replace(completedSigning.check_code, runningSigning.check_code)
  for (const path of [other, picture.replace(completedSigning.check_code, newCheckCode())])
    expect((await newClient(db).get(path)).status).toBe(404)
})

test('a running or failed signing is distinguished from a completed one', async () => {
  expect((await ask(runningSigning.document_number, runningSigning.check_code))[1]).toContain(
    'Not yet signed by everyone',
  )
  for (const [state, words] of [
    ['declined', 'Not in force: declined'],
    ['expired', 'Not in force: expired'],
    ['stopped', 'Not in force: ended'],
  ] as const) {
    await db.updateTable('signing.signing').set({ state }).where('id', '=', runningSigning.id).execute()
    const [status, html] = await ask(runningSigning.document_number, runningSigning.check_code)
    expect([status, html.includes(words)]).toEqual([200, true])
  }
})

test('without the right number and code nothing is revealed, and the input stays', async () => {
  await db
    .updateTable('signing.signing')
    .set({ check_code: null })
    .where('id', '=', runningSigning.id)
    .execute()
  const { document_number: number, check_code: code } = completedSigning
  const unknown = 'No document has this number and code'
  for (const [one, other] of [
    [number, newCheckCode()],
    [runningSigning.document_number, code],
    [runningSigning.document_number, runningSigning.check_code],
    [number, 'short'],
    [number, `${code}A`],
    ["' or 1=1", '%'],
  ] as const) {
    const [status, html] = await ask(one, other)
    expect([status, fieldProblem(html, 'code')]).toEqual([404, expect.stringContaining(unknown)])
    expect(html).not.toContain(SIGNATORIES[0]!.name)
    if (one === number) expect(html).toContain(`value="${number}"`)
  }
  for (const [one, other, field] of [
    ['', code, 'number'],
    [number, '  ', 'code'],
  ] as const) {
    const [status, html] = await ask(one, other)
    expect([status, fieldProblem(html, field)]).toEqual([422, expect.stringMatching(/.+/)])
  }
  const alone = await newClient(db).get(`/verify?code=${code}`)
  expect(alone.status).toBe(422)
})

test('a code is accepted in the ways people type it', async () => {
  const { check_code: code, document_number: number } = completedSigning
  for (const typed of [
    code.toLowerCase(),
    ` ${code.slice(0, 5)} - ${code.slice(5)} `,
    code.split('').join(' '),
  ])
    expect((await ask(` ${number.toLowerCase()} `, typed))[0]).toBe(200)
  expect(readCheckCode('0188o-ib234')).toBe('OIBBOIB234')
  expect(readCheckCode('ＡＢＣＤＥ２３４５６')).toBe('ABCDE23456')
  for (const wrong of ['', 'ABCDE2345', 'ABCDE234567', 'ABCDE2345é', 'ABCDE23459'])
    expect([wrong, readCheckCode(wrong)]).toEqual([wrong, null])
  const codes = Array.from({ length: 500 }, newCheckCode)
  expect(new Set(codes).size).toBe(500)
  for (const one of codes) expect(readCheckCode(one)).toBe(one)
  expect(checkMarkOf('合同 1&2', 'ABCDEFGHIJ').address).toBe(
    publicUrl('/verify?number=%E5%90%88%E5%90%8C+1%262&code=ABCDEFGHIJ'),
  )
})

describe('limits', () => {
  countRequests(() => db)

  test('thirty tries in ten minutes are answered; the next has to wait, even with the right code', async () => {
    const near = newClient(db, undefined, '192.0.2.9')
    for (let n = 0; n < 30; n++) expect((await ask('x', newCheckCode(), near))[0]).toBe(404)
    const [status, html] = await ask(completedSigning.document_number, completedSigning.check_code, near)
    expect([status, fieldProblem(html, 'code')]).toEqual([429, expect.stringMatching(/^Too many attempts/)])
    const far = newClient(db, undefined, '198.51.100.9')
    expect((await ask(completedSigning.document_number, completedSigning.check_code, far))[0]).toBe(200)
  })
})
