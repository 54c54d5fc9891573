import { expect, test } from 'vitest'
import { checkFile } from '#modules/signing/verification/check.ts'
import { readRequest, writeRequest } from '#modules/signing/verification/check-request.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'

const AT = new Date('2026-11-30T12:00:00Z')
const revoked = Array.from({ length: 5000 }, (_, n) => ({
  serial: n.toString(16).toUpperCase().padStart(32, '0'),
  at: AT,
}))

test('a request and its file are read back unchanged', () => {
  const request = { identities: ['AAAA'], timestampCertificates: [], at: AT, revoked: revoked.slice(0, 2) }
  const file = new Uint8Array([1, 2, 3])
  expect(readRequest(Buffer.from(writeRequest(request, file)))).toEqual({ request, file })
})

test('a file is checked even with very many revoked certificates', async () => {
  const finding = await checkFile(pdfWith(), [], [], revoked)
  expect(finding).toMatchObject({ outcome: expect.any(String) })
})
