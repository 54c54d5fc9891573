import { beforeAll, expect, test } from 'vitest'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import * as kit from './signing-kit.ts'

let authority: Authority & { kind: 'own' }
let sealed: Uint8Array

beforeAll(async () => {
  authority = await kit.temporaryAuthority()
  sealed = await kit.seal(
    authority,
    await kit.signAs(authority, (await kit.unsignedFile()).bytes, { name: '林静' }),
  )
})

/** The file with one hexadecimal digit of the seal's signature changed. */
function withDigit(at: number, digit: string): Uint8Array {
  const [, start = 0] = kit.rangesOf(sealed).at(-1)!
  const bytes = sealed.slice()
  bytes[start + 1 + at] = digit.charCodeAt(0)
  return bytes
}

const hexOf = (count: number) => {
  const [, start = 0] = kit.rangesOf(sealed).at(-1)!
  return Buffer.from(sealed.subarray(start + 1, start + 1 + count)).toString('latin1')
}

test('a set of digest algorithms with another tag is not accepted as our signature', async () => {
  const at = hexOf(200).indexOf('310d300b0609608648016503040201')
  expect(at).toBeGreaterThan(0)
  for (const digit of ['2', '1', '7']) {
    const bytes = withDigit(at, digit)
    expect(Buffer.compare(bytes, sealed)).not.toBe(0)
    const reports = await verifyPades(bytes, [authority.certificate])
    expect([digit, reports.at(-1)!.problems.length > 0, verdictOn(reports)]).toEqual([digit, true, 'unsound'])
    expect((await inspectSignatures(bytes, authority.certificate)).outcome).not.toBe('sealed')
  }
})

test('no digit of its header may differ', async () => {
  const head = hexOf(120)
  for (let at = 0; at < head.length; at += process.env.LONG === '1' ? 1 : 5) {
    const digit = (Number.parseInt(head[at]!, 16) ^ 1).toString(16)
    const reports = await verifyPades(withDigit(at, digit), [authority.certificate])
    expect([at, verdictOn(reports)]).not.toEqual([at, 'sealed'])
  }
})
