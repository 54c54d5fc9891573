import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { certificatesInFile, revokeCertificate, revokeIntermediate } from '#modules/signing/index.ts'
import { withDatabase } from '#src/app/command-database.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

const USAGE = `Usage:
  revoke-certificate FILE [NUMBER] [--since TIME]   the certificate of a signature in a PDF, or a PEM or DER file
  revoke-certificate --intermediate ID [--since TIME]
TIME is like 2026-11-27T02:00:00Z, by default now; what was proved to be signed before stays valid.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string' }, intermediate: { type: 'string' } },
})

await withDatabase(async (db) => {
  const revokedAt = values.since ? new Date(values.since) : now()
  if (Number.isNaN(revokedAt.getTime()) || revokedAt > now())
    throw new Error(`--since should be a time in the past.\n${USAGE}`)
  const [file, number] = positionals
  if (values.intermediate) {
    await revokeIntermediate(db, Number(values.intermediate), revokedAt)
    console.log(`Intermediate ${values.intermediate} is revoked from ${revokedAt.toISOString()} on.`)
  } else if (file) await revokeIn(db, { file, number, at: revokedAt })
  else throw new Error(USAGE)
})

async function revokeIn(
  db: Db,
  { file, number, at: revokedAt }: { file: string; number?: string; at: Date },
) {
  const certificates = await certificatesInFile(await readFile(file))
  const index = certificates.length === 1 && !number ? 0 : Number(number) - 1
  const selected = certificates[index]
  if (!selected) {
    for (const [position, { signer }] of certificates.entries()) console.log(`${position + 1}  ${signer}`)
    throw new Error(`Give the number of one of ${certificates.length} certificates.`)
  }
  await revokeCertificate(db, selected.certificate, revokedAt)
  console.log(`The certificate of ${selected.signer} is revoked from ${revokedAt.toISOString()} on.`)
}
