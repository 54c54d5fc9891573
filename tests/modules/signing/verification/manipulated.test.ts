import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFile } from '#modules/imports/copy/check-file.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { numbers } from '#tests/support/mutants.ts'
import { DEEDS, manipulated, SPELLINGS } from '#tests/support/odd-pdf/manipulations.ts'
import { pdfPicture, runTool } from '#tests/support/pdf-tools.ts'
import { LONG } from '#tests/support/runs.ts'
import { passingAuthority, seal, signAs } from '../pades/signing-kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'manipulated-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COUNT = LONG ? 2000 : 40
const PAGES = 2

let sealed: Uint8Array
let identity: Uint8Array

beforeAll(async () => {
  const authority = await passingAuthority()
  identity = authority.certificate
  const { copy } = await checkFile(pdfWith({ pages: PAGES }), 10)
  const place = { page: 1, x: 60, y: 60, width: 150, height: 50, party: 'a', kind: 'sign' as const }
  let signed = await signAs(authority, copy!, { name: 'Lin Jing', place })
  signed = await signAs(authority, signed, { name: 'Oliver Grant', place: { ...place, page: 2 } })
  sealed = await seal(authority, signed)
})

/** A file as rendered by poppler; null if it cannot read it. */
async function seenIn(bytes: Uint8Array) {
  const file = join(folder, 'seen.pdf')
  writeFileSync(file, bytes)
  try {
    const text = await runTool('pdftotext', [file, '-'])
    const pictures = [await pdfPicture(bytes, 1, 30), await pdfPicture(bytes, 2, 30)]
    return { text, pictures: pictures.map(({ grey }) => Buffer.from(grey).toString('base64')) }
  } catch {
    return null
  }
}

test('a signed file is reported as unchanged only if poppler renders it unchanged', async () => {
  const before = await seenIn(sealed)
  expect((await inspectSignatures(sealed, [identity])).outcome).toBe('sealed')
  let unchanged = 0
  for (let seed = 0; seed < COUNT; seed++) {
    const dice = numbers(seed * 6151 + 7)
    const deed = DEEDS[seed % DEEDS.length]!
    const spelling = SPELLINGS[dice(SPELLINGS.length)]!
    const bytes = manipulated(sealed, deed, spelling, dice)
    const found = await inspectSignatures(bytes, [identity]).catch(() => null)
    if (found?.outcome !== 'sealed') continue
    unchanged++
    expect(await seenIn(bytes), `seed ${seed}: ${deed}, ${spelling}`).toEqual(before)
  }
  // Validation data alone is no change; nearly everything else is.
  expect(unchanged).toBeLessThan(COUNT / 5)
}, 3_600_000)
