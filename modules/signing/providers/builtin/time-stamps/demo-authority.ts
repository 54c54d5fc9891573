import { DAY, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { store } from '../authority/making.ts'
import { openOwnKey } from '../authority/own-key.ts'
import { P256 } from '../pades/engine.ts'
import { type SigningKey, signingKey } from '../pades/identity.ts'
import type { Stamp } from '../pades/make-cms.ts'
import { makeTimestampCertificate } from '../pades/x509.ts'
import { makeToken } from './token.ts'

const NAME = 'Qishu Demo Time-Stamps - NOT FOR PRODUCTION'

/** The certificate is already valid in the past, because the demo begins in the past. */
const PAST_VALIDITY = 400 * DAY
const FUTURE_VALIDITY = 15 * 365 * DAY

/**
 * The time-stamp authority of a demo, made on first use. It uses our own clock, so it proves nothing to
 * others, as its certificate states. Throws outside a demo.
 */
export async function demoStamp(db: Db): Promise<Stamp> {
  if (!config.demoTimestamps || config.production)
    throw new Error('Only a demo has a time-stamp authority of its own')
  const row = (await findRow(db)) ?? (await addRow(db))
  const certificate = new Uint8Array(row.certificate)
  const key = await openKey(row)
  return (digest) => makeToken(digest, { certificate, chain: [], key }, now())
}

const findRow = (db: Db) =>
  db
    .selectFrom('signing.authority')
    .select(['certificate', 'sealed_key'])
    .where('kind', '=', 'demo-time-stamp')
    .where('retired_at', 'is', null)
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

async function addRow(db: Db): Promise<Row> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  const at = now().getTime()
  const request = {
    name: NAME,
    publicKey,
    from: new Date(at - PAST_VALIDITY),
    until: new Date(at + FUTURE_VALIDITY),
  }
  const certificate = await makeTimestampCertificate(request, privateKey)
  await store(db, { kind: 'demo-time-stamp', issuer_id: null }, certificate, privateKey)
  return (await findRow(db))!
}

async function openKey(row: Row): Promise<SigningKey> {
  const pkcs8 = new Uint8Array(openOwnKey(row))
  return signingKey(await crypto.subtle.importKey('pkcs8', pkcs8, P256, false, ['sign']))
}
