import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { verdictIn, verifyFile } from '../verification/verify-kit.ts'

const CASES = new URL('./cases/', import.meta.url)

let client: Client

beforeAll(async () => {
  client = newClient(await testDatabase())
})

const BY_SIGNER = 'Not signed through Qishu, but by Sample Signer'
const UNCLEAR = 'Signed, but the signature cannot be checked'
const CHANGED = 'Changed after signing'

/** The verdict of /verify on each file, and words that its page must contain. */
const EXPECTED: Record<string, [title: string, ...words: string[]]> = {
  '06-reader-extended-unsigned.pdf': ['No signature', 'usage rights'],
  '07-reader-extended-with-script.pdf': ['No signature', 'usage rights'],
  'foreign-acrobat-classic.pdf': [BY_SIGNER, '>Valid<', 'not protected by the signature'],
  'foreign-acrobat-classic-changed.pdf': [CHANGED, 'page 1 · the content of a page'],
  'foreign-key-identifier.pdf': [BY_SIGNER, '>Valid<'],
  'foreign-no-certificate.pdf': [UNCLEAR, 'certificate is missing from the file'],
  'foreign-no-signed-attributes.pdf': [BY_SIGNER, '>Valid<', 'not protected by the signature'],
  'foreign-no-signed-attributes-changed.pdf': [CHANGED, 'page 1 · the content of a page'],
  'foreign-padding-not-zero.pdf': [BY_SIGNER, '>Valid<', 'this has no effect'],
  'foreign-pkcs7-sha1.pdf': [BY_SIGNER, '>Valid<', 'SHA-1'],
  'foreign-pss.pdf': [BY_SIGNER, '>Valid<'],
  'foreign-two-signers.pdf': [BY_SIGNER, '2 of 2 signatures valid'],
  'foreign-unreadable-signature.pdf': [UNCLEAR, 'damaged, or has an unknown format'],
  'foreign-white-space-before-xref.pdf': [BY_SIGNER, '>Valid<'],
}

test('every case has an expected verdict', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(readdirSync(CASES).sort())
})

test.each(Object.entries(EXPECTED))('%s', async (name, [title, ...words]) => {
  const answer = await verifyFile(client, new Uint8Array(readFileSync(new URL(name, CASES))))
  const html = (await answer.text()).replace(/<!-- -->/g, '')
  expect([answer.status, verdictIn(html)]).toEqual([200, title])
  for (const word of words) expect(html).toContain(word)
})
