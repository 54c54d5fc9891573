import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkFile } from '#modules/imports/copy/check-file.ts'
import { checkPdf } from '#modules/imports/pdf-check.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { HARMLESS, HOSTILE, mutant } from '#tests/support/hostile-pdfs.ts'
import { runTool } from '#tests/support/pdf-tools.ts'
import { caseCount, sampled } from '#tests/support/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'pdf-check-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
async function check(bytes: Uint8Array) {
  const sourcePath = join(folder, String(count++))
  writeFileSync(sourcePath, bytes)
  const startedAt = performance.now()
  const finding = await checkPdf(sourcePath, `${sourcePath}.copy`)
  const copy = existsSync(`${sourcePath}.copy`) ? readFileSync(`${sourcePath}.copy`) : null
  return { finding, copy, ms: performance.now() - startedAt }
}

// The time limit of two concurrent checks on a busy machine.
const SECONDS = 30
const A4 = { page: 1, x: 0, y: 0, width: 595, height: 842, rotate: 0 }
const ACTIVE_CONTENT = /JavaScript|Launch|EmbeddedFile|XFA|evil|alert|\nMZ/

test.each(['generate', 'disable'])(
  'a password to open the file is reported, with and without packed objects (object streams: %s)',
  async (streams) => {
    const plainPath = join(folder, `plain-${streams}.pdf`)
    const locked = join(folder, `locked-${streams}.pdf`)
    writeFileSync(plainPath, pdfWith())
    const locking = [`--object-streams=${streams}`, '--encrypt', 'open', 'owner', '256', '--']
    await runTool('qpdf', [...locking, plainPath, locked])
    expect((await check(readFileSync(locked))).finding).toEqual({ refused: 'encrypted' })
  },
)

describe('a hostile file', () => {
  for (const { what, make, expected } of sampled(HOSTILE, 4))
    test.concurrent(what, async () => {
      const { finding, copy, ms } = await check(await make())
      if (Array.isArray(expected)) expect(expected).toContain('refused' in finding && finding.refused)
      else expect(finding).toEqual({ pages: 1, pageBoxes: [A4], signed: false, repairs: [], ...expected })
      expect(copy === null).toBe(Array.isArray(expected))
      expect(copy?.toString('latin1') ?? '').not.toMatch(ACTIVE_CONTENT)
      expect(ms).toBeLessThan(SECONDS * 1000)
    })

  // Each process takes a second, so daily most of these files are checked in the test process.
  test('loses its active content if it is accepted', async () => {
    for (const { what, make, expected } of HOSTILE.filter(({ expected }) => !Array.isArray(expected))) {
      const { finding, copy } = await checkFile(new Uint8Array(await make()), 500)
      expect(finding, what).toMatchObject({ ...expected })
      expect(Buffer.from(copy!).toString('latin1'), what).not.toMatch(ACTIVE_CONTENT)
    }
  })

  test('with random changes is rejected, or accepted without its active content', async () => {
    const seeds = Array.from({ length: caseCount(4, 260) }, (_, seed) => seed)
    const outcomes = await Promise.all(seeds.slice(0, 4).map((seed) => check(mutant(seed))))
    for (let n = 4; n < seeds.length; n += 4)
      outcomes.push(...(await Promise.all(seeds.slice(n, n + 4).map((seed) => check(mutant(seed))))))
    for (const { finding, copy, ms } of outcomes) {
      if (copy) expect(copy.toString('latin1')).not.toMatch(ACTIVE_CONTENT)
      else expect('refused' in finding).toBe(true)
      expect(ms).toBeLessThan(SECONDS * 1000)
    }
  }, 300_000)
})

describe('a harmless file', () => {
  for (const { what, make } of sampled(HARMLESS, 4))
    test.concurrent(`loses nothing: ${what}`, async () => {
      const { finding, copy } = await check(make())
      expect(finding).toMatchObject({ removed: [], repairs: [] })
      // The working copy of a file with other signatures is the file itself.
      expect(copy === null).toBe('signed' in finding && finding.signed)
    })
})
