import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { now } from '#src/core/clock.ts'
import { foreignPdf } from '../foreign/foreign-pdf.ts'
import { formsOf } from '../foreign/forms.ts'
import { makeSigners } from '../foreign/signers.ts'
import { pageVerifier, scriptVerifier, type Verifier } from './verifier-kit.ts'

let script: Verifier
let page: Awaited<ReturnType<typeof pageVerifier>>

beforeAll(async () => {
  script = await scriptVerifier()
  page = await pageVerifier()
})

afterAll(() => page?.stop())

/** The findings of both verifiers on a file, as the signed document of an otherwise empty bundle. */
async function findings(bytes: Uint8Array): Promise<[string, string]> {
  const files = new Map([['signed.pdf', bytes]])
  const at = now()
  const reports = await Promise.all([script(files, at), page.verify(files, at)])
  return reports.map(({ documents }) => JSON.stringify(documents[0]!.finding)) as [string, string]
}

const CASES = 'tests/modules/signing/foreign/cases'

test('both verifiers report the same about every form of signature by other programs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qishu-makers-'))
  const forms = formsOf(folder, await makeSigners(folder))
  const differing: string[] = []
  for (const [name, form] of Object.entries(forms)) {
    const [one, other] = await findings(await foreignPdf(form))
    if (one !== other) differing.push(`${name}: ${one} ${other}`)
  }
  for (const name of readdirSync(CASES)) {
    const [one, other] = await findings(new Uint8Array(readFileSync(join(CASES, name))))
    if (one !== other) differing.push(`${name}: ${one} ${other}`)
  }
  expect(differing).toEqual([])
})
