import { randomInt } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount } from '#tests/support/runs.ts'
import * as kit from './signing-kit.ts'

let authority: Authority & { kind: 'own' }
let signed: Uint8Array
let signedOnce: Uint8Array

beforeAll(async () => {
  authority = await kit.temporaryAuthority()
  const file = await kit.unsignedFile()
  const [left, right] = kit.signPlaces(file)
  signedOnce = await kit.signAs(authority, file.bytes, { name: '林静', place: left })
  signed = await kit.signAs(authority, signedOnce, { name: '周明', place: right })
  signed = await kit.signAs(authority, signed, { name: 'Qishu' })
})

test('an unchanged file is valid to its end, and trusted only by its root', async () => {
  const reports = await verifyPades(signed, [authority.certificate])
  expect(reports.map(({ signer }) => signer)).toEqual(['林静', '周明', 'Qishu'])
  expect(reports.every(({ problems }) => problems.length === 0)).toBe(true)
  expect(reports.every(({ trusted, changedAfterwards }) => trusted && !changedAfterwards)).toBe(true)
  expect(reports.map(({ coversWholeDocument }) => coversWholeDocument)).toEqual([false, false, true])
  const stranger = await kit.temporaryAuthority()
  const doubted = await verifyPades(signed, [stranger.certificate])
  expect(doubted.map(({ trusted, problems }) => [trusted, problems])).toEqual(reports.map(() => [false, []]))
})

test('the report of a file without signatures lists none', async () => {
  expect(await verifyPades((await kit.unsignedFile()).bytes)).toEqual([])
})

/** Random bytes that repeat for the same seed. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('every changed byte in a signed range is detected', async () => {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
  console.log(`SEED=${seed}`)
  const roll = dice(seed)
  const ranges = kit.rangesOf(signed)
  expect(ranges.length).toBe(3)
  const covering = (at: number) =>
    ranges.filter(([, length = 0, next = 0, rest = 0]) => at < length || (at >= next && at < next + rest))
      .length
  const FLIPS = caseCount(40, 10_000)
  for (let flips = FLIPS; flips > 0; ) {
    const at = roll(signed.length)
    if (covering(at) === 0) continue
    flips--
    const changed = signed.slice()
    changed[at]! ^= 1 + roll(255)
    const reports = await verifyPades(changed, [authority.certificate])
    const sound = reports.filter(({ problems }) => problems.length === 0)
    expect(sound.length, `byte ${at}`).toBeLessThanOrEqual(3 - covering(at))
    expect(
      reports.some(({ problems, changedAfterwards }) => problems.length > 0 || changedAfterwards),
      `byte ${at}`,
    ).toBe(true)
    expect(
      reports.some(({ coversWholeDocument }) => coversWholeDocument),
      `byte ${at}`,
    ).toBe(false)
    if (flips % (process.env.LONG === '1' ? 50 : 20) > 0) continue
    const opinions = await kit.pdfsig(changed)
    expect(opinions.filter(({ valid }) => valid).length, `byte ${at}`).toBeLessThanOrEqual(3 - covering(at))
  }
  note('changed bytes of a signed file', `${FLIPS} of ${FLIPS} found`)
}, 3_600_000)

test('bytes after the last signature are reported, although every signature is still valid', async () => {
  const pdf = await PDF.load(signed, { lenient: false })
  pdf.setTitle('Another contract')
  const later = await pdf.save({ incremental: true })
  expect(later.length).toBeGreaterThan(signed.length)
  for (const report of await verifyPades(later, [authority.certificate]))
    expect(report).toMatchObject({ problems: [], coversWholeDocument: false, changedAfterwards: true })
  const [first] = await verifyPades(Buffer.concat([signed, Buffer.from('tail')]), [authority.certificate])
  expect(first?.changedAfterwards).toBe(true)
})

test('a signature whose field was removed is reported as unreachable', async () => {
  const pdf = await PDF.load(signedOnce, { lenient: false })
  pdf.getCatalog().delete('AcroForm')
  const reports = await verifyPades(await pdf.save({ incremental: true }), [authority.certificate])
  expect(reports).toMatchObject([{ fieldName: null, problems: ['unreachable'] }])
})

test('a range that omits more than the signature is invalid', async () => {
  const [[, start = 0] = []] = kit.rangesOf(signedOnce)
  const text = Buffer.from(signedOnce).toString('latin1')
  const narrowed = text.replace(`[0 ${start} `, `[0 ${start - 1} `)
  expect(narrowed).not.toBe(text)
  const [report] = await verifyPades(Buffer.from(narrowed, 'latin1'), [authority.certificate])
  expect(report?.problems).toEqual(['range'])
})

test('a signature moved to another document is invalid there', async () => {
  const [[, start = 0, next = 0] = []] = kit.rangesOf(signedOnce)
  const contents = signedOnce.slice(start, next)
  const other = await kit.signAs(await kit.temporaryAuthority(), (await kit.unsignedFile()).bytes, {
    name: '林静',
  })
  const [[, place = 0, until = 0] = []] = kit.rangesOf(other)
  const moved = Buffer.concat([other.subarray(0, place), contents, other.subarray(until)])
  expect(contents.length).toBe(until - place)
  const [report] = await verifyPades(moved, [authority.certificate])
  expect(report?.problems).toContain('bytes')
})
