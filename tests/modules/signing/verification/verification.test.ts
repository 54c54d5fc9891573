import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { certificatesInFile, revokeCertificate } from '#modules/signing/index.ts'
import { type Authority, openAuthority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { issueCertificate } from '#modules/signing/providers/builtin/pades/certificate.ts'
import type { Db } from '#src/db/db.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'
import { caseCount } from '#tests/support/runs.ts'
import { page, stream } from '../pades/later-changes.ts'
import * as kit from '../pades/signing-kit.ts'
import { objectBomb, tableBomb, verdictIn, verifyFile } from './verify-kit.ts'

let db: Db
let client: Client
let authority: Authority
let unsigned: Uint8Array
let signed: Uint8Array
let sealed: Uint8Array

beforeAll(async () => {
  db = await testDatabase()
  client = newClient(db)
  authority = await openAuthority(db)
  const file = await kit.unsignedFile()
  unsigned = file.bytes
  signed = await kit.signAs(authority, unsigned, { name: '林静', place: kit.signPlaces(file)[0] })
  sealed = await kit.seal(authority, signed)
})

const MB = 1024 * 1024

/** The page of the verdict on a file, without React's comments between its words. */
async function answerTo(bytes: Uint8Array | null, by = client): Promise<[number, string]> {
  const answer = await verifyFile(by, bytes)
  return [answer.status, (await answer.text()).replace(/<!-- -->/g, '')]
}

async function refusalOf(bytes: Uint8Array | null): Promise<[number, string]> {
  const [status, html] = await answerTo(bytes)
  return [status, fieldProblem(html, 'file')]
}

describe('the first line states the result:', () => {
  test('unchanged: with signatories, times, certificates and technical details', async () => {
    const [status, html] = await answerTo(sealed)
    expect([status, verdictIn(html)]).toEqual([200, 'Unchanged since signing'])
    for (const words of [
      '林静',
      '1 of 2',
      'Closing seal',
      'CN=Qishu Signing CA',
      '(Shanghai time), according to Qishu’s clock',
      'the signing service (as claimed); no trusted time-stamp proves it',
      '>Valid<',
    ])
      expect(html).toContain(words)
    expect(html).toContain(createHash('sha256').update(sealed).digest('hex'))
    for (const range of kit.rangesOf(sealed)) expect(html).toContain(`[${range.join(' ')}]`)
  })

  test('unchanged: with the party and document for which the certificate says that a person signed', async () => {
    const at = new Date()
    const signsFor = { party: 'b', document: 'QS-2026-0142' }
    const who = { name: '林静', email: 'lin@lotus.example', signedAt: at, signsFor }
    const signer = await issueCertificate(authority, who)
    const file = await kit.signAs(authority, unsigned, { name: '林静', at }, { signer })
    const [, html] = await answerTo(await kit.seal(authority, file))
    for (const words of [
      'Signed for</dt><dd',
      '>Party B<',
      'QS-2026-0142',
      'lin@lotus.example, verified by a one-time code',
      'a personal link, and a one-time code sent to each contact named here',
    ])
      expect(html).toContain(words)
  })

  test('unchanged, but no longer proved after a certificate is revoked', async () => {
    const file = await kit.seal(authority, await kit.signAs(authority, unsigned, { name: '周明' }))
    const [first] = await certificatesInFile(Buffer.from(file))
    expect(verdictIn((await answerTo(file))[1])).toBe('Unchanged since signing')
    await revokeCertificate(db, first!.certificate, new Date())
    const [, html] = await answerTo(file)
    expect(verdictIn(html)).toBe('Unchanged, but proof has expired')
    expect(html).toContain('its certificate was revoked, and no time-stamp proves')
  })

  test('unchanged but not complete, if the seal is missing', async () => {
    expect(verdictIn((await answerTo(signed))[1])).toBe('Unchanged since signing, but not complete')
  })

  test('changed: with page and object, whoever signed the change', async () => {
    const change = (pdf: Parameters<typeof page>[0]) =>
      page(pdf, 2).set('Contents', pdf.register(stream('0 0 m')))
    const forger = await kit.identityOf(await kit.temporaryAuthority(), { name: 'Qishu Closing Seal' })
    const files = [
      await kit.alter(sealed, change),
      await kit.signBlindly(forger, sealed, { change }),
      await kit.signBlindly(forger, signed, { change }),
    ]
    for (const bytes of files) {
      const [, html] = await answerTo(bytes)
      expect(verdictIn(html)).toBe('Changed after signing')
      expect(html).toMatch(/The content of a page was changed · page 2 · object <code>\d+ 0 R/)
      expect(html).toContain('Valid for the file as it was then; the file was changed afterwards')
    }
  })

  test('changed: if one signed byte differs', async () => {
    const bytes = sealed.slice()
    bytes[Buffer.from(bytes).indexOf('/Producer') + 12]! ^= 1
    const [, html] = await answerTo(bytes)
    expect(verdictIn(html)).toBe('Changed after signing')
    // The same cause for both is reported once.
    expect(html).toContain('All 2 signatures: the signed content was changed')
    // An invalid signature is not attributed to a signatory.
    expect([html.match(/80">Platform seal</g)?.length, html.match(/80">Signatory</g)?.length]).toEqual([1, 1])
  })

  test('signed by others, alone or beside us', async () => {
    const other = await kit.temporaryAuthority()
    const foreign = await kit.signAs(other, unsigned, { name: 'Mallory\u202eyrollaM' })
    const [, html] = await answerTo(foreign)
    expect(verdictIn(html)).toBe('Not signed through Qishu, but by Mallory\ufffdyrollaM')
    const both = await kit.signAs(authority, foreign, { name: '林静' })
    expect(verdictIn((await answerTo(both))[1])).toMatch(
      /^Signed through Qishu, but also elsewhere by Mallory/,
    )
    // Several foreign signatures count as foreign, and not as a change.
    const twice = await kit.signAs(other, foreign, { name: 'Trent' })
    expect(verdictIn((await answerTo(twice))[1])).toMatch(
      /^Not signed through Qishu, but by Mallory.*, Trent$/,
    )
  })

  test('without a signature', async () => {
    const [status, html] = await answerTo(unsigned)
    expect([status, verdictIn(html)]).toEqual([200, 'No signature'])
  })
})

test('the signed page is shown with the signature marked, and a changed page with the change', async () => {
  const [, html] = await answerTo(sealed)
  const [pictures] = html.match(/<figure><svg.*?<\/figure>/s) ?? ['']
  expect(pictures).toContain('data:image/webp;base64,')
  expect(pictures).toMatch(/<rect x="[\d.]+" y="[\d.]+" width="[\d.]+"/)
  expect(pictures).toContain('>1</text>')
  const changed = await kit.alter(signed, (pdf) => {
    page(pdf, 2).set('Contents', pdf.register(stream('0 0 m')))
  })
  expect((await answerTo(changed))[1]).toMatch(/Page 2|page 2.*changed after signing: the content of a page/s)
})

describe('a file that cannot be checked is reported at the field:', () => {
  test('no file, a file that is not a PDF, a damaged PDF', async () => {
    expect(await refusalOf(null)).toEqual([422, 'Choose a PDF first'])
    expect(await refusalOf(new TextEncoder().encode('PK not a PDF'))).toEqual([422, 'This is not a PDF'])
    expect((await refusalOf(unsigned.slice(0, -900)))[1]).toMatch(/^This PDF is damaged or incomplete/)
    expect((await refusalOf(new TextEncoder().encode('%PDF-1.7\n')))[1]).toMatch(/^This PDF is damaged/)
    const form = await client.post('/verify', {})
    expect([form.status, fieldProblem(await form.text(), 'file')]).toEqual([422, 'Choose a PDF first'])
  })

  test('a truncated signed file is distinguished from a changed one, and never reported as unchanged', async () => {
    for (const [length, verdict] of [
      [sealed.length - 10, 'This file is incomplete'],
      [signed.length - 2000, 'This file is incomplete'],
    ] as const) {
      const [status, html] = await answerTo(sealed.slice(0, length))
      expect([length, status, verdictIn(html)]).toEqual([length, 200, verdict])
      // An unreadable file is not attributed to any issuer.
      expect(html).not.toContain('Not issued by us')
    }
  })

  test('a file over 20 MB, and a much larger one', async () => {
    expect((await refusalOf(new Uint8Array(20 * MB)))[1]).toBe('This is not a PDF')
    expect(await refusalOf(new Uint8Array(20 * MB + 1))).toEqual([422, 'This file is larger than 20 MB'])
    expect(await refusalOf(new Uint8Array(26 * MB))).toEqual([413, 'This file is larger than 20 MB'])
  })
})

describe('a hostile file', () => {
  test.each([
    ['a table that inflates to 4 GB', () => tableBomb(4000)],
    ['a stream of objects that inflates to 4 GB', () => objectBomb(4000)],
  ])(
    '%s affects only its own process, and not for long',
    async (_, make) => {
      const bomb = make()
      expect(bomb.length).toBeLessThan(20 * MB)
      const before = process.memoryUsage().rss
      const [status, problem] = await refusalOf(bomb)
      expect([status, /^(The check was stopped|This PDF is damaged)/.test(problem)]).toEqual([422, true])
      expect(process.memoryUsage().rss - before).toBeLessThan(300 * MB)
    },
    120_000,
  )

  test('with thousands of revisions or invalid ranges is answered in time', async () => {
    const ends = Buffer.from('startxref\n9\n%%EOF\n'.repeat(5000))
    expect(verdictIn((await answerTo(Buffer.concat([sealed, ends])))[1])).toBe('Changed after signing')
    const ranges = Buffer.from('/ByteRange [0 1 2 3]\n'.repeat(5000))
    expect(verdictIn((await answerTo(Buffer.concat([unsigned, ranges])))[1])).toBe('No signature')
  }, 40_000)
})

test('many concurrent files are checked correctly', async () => {
  const files = Array.from({ length: caseCount(6, 20) }, (_, index) => (index % 2 ? sealed : unsigned))
  const answers = await Promise.all(files.map((bytes) => answerTo(bytes, newClient(db))))
  expect(answers.map(([, html]) => verdictIn(html))).toEqual(
    files.map((bytes) => (bytes === sealed ? 'Unchanged since signing' : 'No signature')),
  )
}, 240_000)

describe('of one network', () => {
  countRequests(() => db)

  test('thirty checks in ten minutes are answered; the next has to wait, those of other networks do not', async () => {
    const near = newClient(db, undefined, '192.0.2.7')
    const far = newClient(db, undefined, '198.51.100.7')
    for (let n = 0; n < 30; n++) expect((await verifyFile(near, null)).status).toBe(422)
    const [status, html] = await answerTo(sealed, near)
    expect([status, fieldProblem(html, 'file')]).toEqual([429, expect.stringMatching(/^Too many attempts/)])
    expect((await verifyFile(far, null)).status).toBe(422)
  })
})
