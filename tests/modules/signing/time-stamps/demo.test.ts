import { X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  knownIdentities,
  openAuthority,
  rootCertificate,
} from '#modules/signing/providers/builtin/authority/authority.ts'
import { sealFile } from '#modules/signing/providers/builtin/closing-seal.ts'
import { trustedTimestampServers } from '#modules/signing/providers/builtin/identities/stored-identities.ts'
import { storeTimestampServer } from '#modules/signing/providers/builtin/identities/timestamp-server.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { currentStamp } from '#modules/signing/providers/builtin/time-stamps/current-stamp.ts'
import { demoStamp } from '#modules/signing/providers/builtin/time-stamps/demo-authority.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { testDatabase } from '#tests/support/database.ts'
import { qpdfComplaints } from '#tests/support/pdf-tools.ts'
import * as kit from '../pades/signing-kit.ts'

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})

afterEach(() => {
  config.demoTimestamps = false
  config.production = false
})

test('a demo signs with time-stamps by its own authority, up to PAdES B-LTA', async () => {
  config.demoTimestamps = true
  const authority = await openAuthority(db)
  const stamp = (await currentStamp(db))!
  const { bytes } = await kit.unsignedFile()
  const once = await kit.signAs(authority, bytes, { name: '林静' }, { stamp })
  const closing = {
    reason: 'Closed document QS-2026-0142',
    sealedAt: new Date(),
    sentLength: bytes.length,
    stamp,
  }
  const closed = await sealFile(authority, once, closing)
  await storeTimestampServer(db, closed)
  const clocks = await trustedTimestampServers(db)
  const reports = await verifyPades(closed, await knownIdentities(db), clocks)
  const server = 'Qishu Demo Time-Stamps - NOT FOR PRODUCTION'
  expect(reports).toMatchObject([
    { signer: '林静', problems: [], remarks: [], trusted: true, timestampedBy: server },
    { signer: 'Qishu Closing Seal', problems: [], remarks: [], trusted: true, timestampedBy: server },
    { signer: server, problems: [], isTimestamp: true, trusted: true, coversWholeDocument: true },
  ])
  expect(verdictOn(reports)).toBe('sealed')
  expect(await qpdfComplaints(closed)).toBe('')
  expect(await kit.pdfsig(closed)).toMatchObject([{ valid: true }, { valid: true }, { total: true }])
  const root = await rootCertificate(db)
  expect(await kit.opensslComplaints(closed, 0, root)).toBe('')
  const rootAlone = await verifyPades(closed, [root], clocks)
  expect(rootAlone.map(({ trusted }) => trusted)).toEqual([true, true, true])
})

test('OpenSSL accepts the tokens, and the certificate states its limited purpose', async () => {
  config.demoTimestamps = true
  const data = Buffer.from('a digest of these words')
  const token = await (await demoStamp(db))(Buffer.from(await crypto.subtle.digest('SHA-256', data)))
  const { certificate } = await db
    .selectFrom('signing.authority')
    .select('certificate')
    .where('kind', '=', 'demo-time-stamp')
    .executeTakeFirstOrThrow()
  expect(new X509Certificate(certificate).subject).toContain('NOT FOR PRODUCTION')
  const verdict = await kit.inFolder(async (folder) => {
    const path = (name: string) => join(folder, name)
    await writeFile(path('token'), token)
    await writeFile(path('data'), data)
    await writeFile(path('root.pem'), kit.pemOf(certificate))
    const files = ['-in', path('token'), '-data', path('data'), '-CAfile', path('root.pem')]
    return kit.runTool('openssl', 'ts', '-verify', '-token_in', ...files)
  })
  expect(verdict).toContain('Verification: OK')
})

test('the demo authority does not stamp outside a demo, or if a service is configured', async () => {
  expect(await currentStamp(db)).toBeUndefined()
  await expect(demoStamp(db)).rejects.toThrow('Only a demo')
  config.demoTimestamps = true
  config.production = true
  await expect(demoStamp(db)).rejects.toThrow('Only a demo')
})
