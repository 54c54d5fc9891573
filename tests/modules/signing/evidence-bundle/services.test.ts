import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findHeading } from '#modules/documents/index.ts'
import { makeBundle } from '#modules/signing/providers/builtin/bundle/make-bundle.ts'
import type { BundleReport } from '#modules/signing/verification/offline/check-bundle.ts'
import { now } from '#src/core/clock.ts'
import { finishAs } from '#tests/stubs/finish.ts'
import { type SentOptions, ServiceKit } from '../services/kit.ts'
import { type Files, scriptVerifier, type Verifier } from './verifier-kit.ts'

let kit: ServiceKit
let script: Verifier

beforeAll(async () => {
  script = await scriptVerifier()
  kit = await ServiceKit.open('esign')
})
afterAll(() => kit.close())

async function bundle(options: SentOptions): Promise<{ files: Files; documentId: string }> {
  const sent = await kit.send(options)
  for (const id of sent.ids) {
    await kit.sign(id)
    await kit.settle()
  }
  const { documentId } = sent
  await kit.work()
  return {
    files: await makeBundle(kit.db, await findHeading(kit.db, kit.viewer, documentId), 'whole'),
    documentId,
  }
}

const outcomeIn = ({ documents: [signed] }: BundleReport) =>
  typeof signed!.finding === 'string' ? signed!.finding : signed!.finding.outcome

const MIXED: SentOptions = { places: { a: 'builtin', b: 'esign' } }

test.each([
  ['ours, then the service', MIXED],
  ['the service, then ours', { places: { a: 'esign', b: 'builtin' } }],
  ['the service alone', {}],
] satisfies [string, SentOptions][])('the bundle holds: %s', async (_, options) => {
  const { files } = await bundle(options)
  const report = await script(files, now())
  expect([report.verdict, outcomeIn(report), report.log.problem, report.proofs.problem]).toEqual([
    'sound',
    'kept',
    null,
    null,
  ])
  expect(new TextDecoder().decode(files.get('README.txt'))).toContain(
    'People signed this document at: e签宝.',
  )
})

test('the bundle contains the report of the service, and the log contains its hash', async () => {
  const { documentId } = await bundle(MIXED)
  await kit.work()
  const heading = await findHeading(kit.db, kit.viewer, documentId)
  const files = await makeBundle(kit.db, heading, 'signing')
  const name = 'services/2-esign-evidence.zip'
  expect(files.has(name)).toBe(true)
  const report = await script(files, now())
  const sha256 = createHash('sha256').update(files.get(name)!).digest('hex')
  expect(report.log.rows.find(({ action }) => action === 'fetch-evidence')!.details.sha256).toBe(sha256)
  expect(report.verdict).toBe('sound')

  const swapped = await script(new Map([...files, [name, new Uint8Array([1])]]), now())
  expect([swapped.verdict, swapped.log.problem]).toEqual(['altered', 'report'])
  const without = await script(new Map([...files].filter(([one]) => one !== name)), now())
  expect([without.verdict, without.log.problem]).toEqual(['altered', 'report'])
})

test('a signed file with an additional revision is reported as changed', async () => {
  const { files } = await bundle(MIXED)
  const other = await finishAs('tencent')(files.get('signed.pdf')!)
  const report = await script(new Map([...files, ['signed.pdf', other]]), now())
  expect([report.verdict, outcomeIn(report)]).toEqual(['altered', 'changed'])
})
