import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkFile } from '#modules/imports/copy/check-file.ts'
import { signatureAppearance } from '#modules/signing/providers/builtin/pades/drawing/appearance.ts'
import { rehearse } from '#modules/signing/providers/builtin/rehearsal/rehearsal.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { seal, signAs, temporaryAuthority } from '../modules/signing/pades/signing-kit.ts'
import { handMadePdf, type Piece } from '../support/hand-made-pdf.ts'
import { note } from '../support/measured.ts'

const PAGES = [1, 20, 200]
const SIGNATORIES = 4
const ROUNDS = 3
/** Milliseconds of processor time for a rehearsal of 20 pages with four signatories. */
const GOAL = 1000

const folder = mkdtempSync(join(tmpdir(), 'files-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A contract of `pages` full pages, each with three kilobytes of different text. */
function contract(pages: number): Uint8Array {
  const line = (n: number) =>
    `(Clause ${n}: the seller delivers the goods free of third parties’ rights.) Tj T*`
  const text = (page: number) => Array.from({ length: 45 }, (_, n) => line(100 * page + n)).join('\n')
  const content = (page: number): Piece => ({
    entries: '',
    data: Buffer.from(`BT /F1 10 Tf 14 TL 60 780 Td\n${text(page)}\nET`, 'latin1'),
  })
  const firstObject = 4
  const numbers = Array.from({ length: pages }, (_, index) => firstObject + 2 * index)
  const page = (number: number) =>
    [
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]',
      `/Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    ].join(' ')
  const objects: Piece[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((number, index) => [page(number), content(index + 1)]),
  ]
  return handMadePdf(objects)
}

/** The lowest processor time of several runs, in milliseconds. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const usageBefore = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(usageBefore)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

/** The peak memory of the process that checks an import, in megabytes. */
function peakOfImport(pages: number): Promise<number> {
  const inputPath = join(folder, `${pages}.pdf`)
  writeFileSync(inputPath, contract(pages))
  const script = 'modules/imports/pdf-check-process.ts'
  const child = spawn(process.execPath, [script, inputPath, `${inputPath}.copy`, '500'], { stdio: 'ignore' })
  let max = 0
  const memoryTimer = setInterval(() => {
    const status = (() => {
      try {
        return readFileSync(`/proc/${child.pid}/status`, 'utf8')
      } catch {
        return ''
      }
    })()
    max = Math.max(max, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000)
  }, 10)
  return new Promise((done) => {
    child.on('exit', () => {
      clearInterval(memoryTimer)
      done(max)
    })
  })
}

const place = (page: number, index: number) => ({
  party: 'a',
  kind: 'sign' as const,
  page,
  x: 60,
  y: 60 + 60 * index,
  width: 150,
  height: 50,
})

test('import, rehearsal and verification of 1, 20 and 200 pages', async () => {
  const measuredTimes: Record<string, number[]> = { import: [], rehearsal: [], verification: [], memory: [] }
  const authority = await temporaryAuthority()
  for (const pages of PAGES) {
    const bytes = contract(pages)
    measuredTimes.import!.push(await cpuOf(() => checkFile(bytes, 500)))
    const { copy } = await checkFile(bytes, 500)
    const signedAt = new Date()
    const signatories = await Promise.all(
      Array.from({ length: SIGNATORIES }, async (_, index) => {
        const name = `林静 Lin ${index}`
        const spot = place(1 + (index % pages), index)
        const appearance = await signatureAppearance({ kind: 'typed', text: name }, spot, {
          name,
          signedAt: signedAt,
        })
        return {
          name,
          email: 'lin@lotus.example',
          position: index + 1,
          drawings: [{ place: spot, appearance }],
        }
      }),
    )
    const rehearsal = { bytes: copy!, number: 'QS-2026-0001', signatories }
    expect(await rehearse(rehearsal)).toBe(null)
    measuredTimes.rehearsal!.push(await cpuOf(() => rehearse(rehearsal)))
    let signedFile = copy!
    for (let index = 0; index < SIGNATORIES; index++)
      signedFile = await signAs(authority, signedFile, {
        name: `Lin ${index}`,
        place: place(1 + (index % pages), index),
      })
    signedFile = await seal(authority, signedFile)
    expect((await inspectSignatures(signedFile, [authority.certificate])).outcome).toBe('sealed')
    measuredTimes.verification!.push(
      await cpuOf(() => inspectSignatures(signedFile, [authority.certificate])),
    )
    measuredTimes.memory!.push(await peakOfImport(pages))
  }
  const row = (name: string) => {
    const [one = 0, twenty = 0, hundreds = 0] = measuredTimes[name]!
    const share = (value: number) => (value / one).toFixed(1)
    return `${one.toFixed(0)} at 1 page, ${share(twenty)} and ${share(hundreds)} times that at 20 and 200`
  }
  const rehearsal = measuredTimes.rehearsal![1]!
  const times = ['import', 'rehearsal', 'verification'].map((name) => `${name} ${row(name)}`)
  const words = [
    `processor time in ms: ${times.join('; ')}`,
    `rehearsal of 20 pages by four ${rehearsal.toFixed(0)} ms`,
    `memory in MB: ${row('memory')}`,
  ].join('; ')
  console.log(words)
  note('files from outside: import, rehearsal by four, verification', words, {
    of: 'rehearsal',
    value: rehearsal,
    unit: 'ms',
    atMost: GOAL,
  })
}, 600_000)
