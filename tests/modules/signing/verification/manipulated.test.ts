import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFile } from '#modules/imports/copy/check-file.ts'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { numbers } from '#tests/support/mutants.ts'
import { MANIPULATIONS, manipulated, SPELLINGS } from '#tests/support/odd-pdf/manipulations.ts'
import { pdfPicture, runTool } from '#tests/support/pdf-tools.ts'
import { caseCount } from '#tests/support/runs.ts'
import { DRAWN_SEAL, sentFile, signSent } from '#tests/support/sent-file.ts'
import { startClock } from '../pades/clock.ts'
import { seal, signAs, temporaryAuthority } from '../pades/signing-kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'manipulated-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COUNT = caseCount(30, 2000)

interface Closed {
  bytes: Uint8Array
  /** The pages to compare. */
  pages: [number, number]
  /** The certificates of the time-stamp server. */
  clocks: Uint8Array[]
}

let authority: Authority & { kind: 'own' }

beforeAll(async () => {
  authority = await temporaryAuthority()
})

/** An imported file that two people have signed. */
async function imported(): Promise<Closed> {
  const { copy } = await checkFile(pdfWith({ pages: 2 }), 10)
  const place = { page: 1, x: 60, y: 60, width: 150, height: 50, party: 'a', kind: 'sign' as const }
  let signed = await signAs(authority, copy!, { name: 'Lin Jing', place })
  signed = await signAs(authority, signed, { name: 'Oliver Grant', place: { ...place, page: 2 } })
  return { bytes: await seal(authority, signed), pages: [1, 2], clocks: [] }
}

/** A contract of ours with a cross-page seal and time-stamps (B-LTA). */
async function sealedAndStamped(): Promise<Closed> {
  const clock = await startClock()
  try {
    const sent = await sentFile({ seal: DRAWN_SEAL })
    const revisions = await signSent(authority, sent, clock.url)
    return { bytes: revisions.at(-1)!, pages: [1, sent.copy.pages], clocks: [clock.root] }
  } finally {
    clock.close()
  }
}

/** Pages of a file, rendered by poppler; null if poppler cannot read the file. */
async function renderedPages(bytes: Uint8Array, pages: [number, number]) {
  const file = join(folder, 'seen.pdf')
  writeFileSync(file, bytes)
  try {
    const text = await runTool('pdftotext', [file, '-'])
    const pictures = await Promise.all(pages.map((page) => pdfPicture(bytes, page, 30)))
    return { text, pictures: pictures.map(({ grey }) => Buffer.from(grey).toString('base64')) }
  } catch {
    return null
  }
}

test.each([
  ['an imported file with two signatures', imported],
  ['a contract with a seal across its pages and time-stamps', sealedAndStamped],
])(
  '%s is reported as unchanged only if poppler renders it unchanged',
  async (_, make) => {
    const { bytes: closed, pages, clocks } = await make()
    const before = await renderedPages(closed, pages)
    const outcomeOf = async (bytes: Uint8Array) =>
      (await inspectSignatures(bytes, [authority.certificate], clocks)).outcome
    expect(await outcomeOf(closed)).toBe('sealed')
    let unchanged = 0
    for (let seed = 0; seed < COUNT; seed++) {
      const dice = numbers(seed * 6151 + 7)
      const manipulation = MANIPULATIONS[seed % MANIPULATIONS.length]!
      const spelling = SPELLINGS[dice(SPELLINGS.length)]!
      const bytes = manipulated(closed, manipulation, spelling, dice)
      if ((await outcomeOf(bytes).catch(() => null)) !== 'sealed') continue
      unchanged++
      expect(await renderedPages(bytes, pages), `seed ${seed}: ${manipulation}, ${spelling}`).toEqual(before)
    }
    // Only validation data is no change; almost everything else is a change.
    expect(unchanged).toBeLessThan(COUNT / 5)
  },
  3_600_000,
)
