import { BasicConstraints } from 'pkijs'
import { DAY, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import type { AuthorityKind } from '../../../schema.ts'
import { P256, readCertificate } from '../pades/engine.ts'
import { sealKey } from '../pades/sealed-key.ts'
import { makeIntermediate, makeRoot, type Pointers } from '../pades/x509.ts'
import { type AuthorityRow, currentAuthority, listAuthorities, openOwnKey } from './own-key.ts'

const ROOT_YEARS = 40
const INTERMEDIATE_YEARS = 20

/**
 * Makes the root and the intermediate if they are missing, and returns all authorities. If several processes
 * do this concurrently, the first row of each kind is stored, and all of them use it. A root of an earlier
 * version permits no intermediate, so it issues certificates itself. Throws SigningFault if SECRET_KEY
 * cannot decrypt the root's key.
 */
export async function completeAuthorities(db: Db): Promise<AuthorityRow[]> {
  const rows = await listAuthorities(db)
  const root = rows.find(({ kind, retired_at }) => kind === 'root' && !retired_at)
  if (!root) {
    await addRoot(db, rows)
    return completeAuthorities(db)
  }
  if (currentAuthority(rows) !== root || !permitsIntermediate(root.certificate)) return rows
  await addIntermediate(db, root, rows)
  return listAuthorities(db)
}

/** Whether a root may have authorities below it. */
export function permitsIntermediate(root: Uint8Array): boolean {
  const extension = readCertificate(root).extensions?.find(({ extnID }) => extnID === '2.5.29.19')
  const constraints = extension?.parsedValue
  return constraints instanceof BasicConstraints && constraints.pathLenConstraint !== 0
}

/** The URLs of an authority's certificate and revocation list; only for a public installation. */
export function pointersTo(id: number): Pointers | undefined {
  const { protocol, hostname } = new URL(config.baseUrl)
  const hasDomain = hostname.includes('.') && !/^[\d.]+$/.test(hostname)
  // PDF readers could not reach the server of a local installation and would only wait for it.
  if (protocol !== 'https:' || !hasDomain) return undefined
  return { issuer: publicUrl(`/authorities/${id}.crt`), crl: publicUrl(`/authorities/${id}.crl`) }
}

/** Names are numbered, so that each list and certificate has a unique issuer name. */
function nameOf(kind: AuthorityKind, rows: AuthorityRow[]): string {
  const name = kind === 'root' ? 'Qishu Root CA' : 'Qishu Signing CA'
  const earlierCount = rows.filter((row) => row.kind === kind).length
  return earlierCount > 0 ? `${name} ${earlierCount + 1}` : name
}

async function addRoot(db: Db, rows: AuthorityRow[]) {
  const { publicKey, privateKey } = await newKey()
  const request = { name: nameOf('root', rows), publicKey, ...validity(ROOT_YEARS) }
  await store(db, { kind: 'root', issuer_id: null }, await makeRoot(request, privateKey, 1), privateKey)
}

async function addIntermediate(db: Db, root: AuthorityRow, rows: AuthorityRow[]) {
  const pkcs8 = new Uint8Array(openOwnKey(root))
  const rootKey = await crypto.subtle.importKey('pkcs8', pkcs8, P256, false, ['sign'])
  const issuer = readCertificate(root.certificate)
  const { publicKey, privateKey } = await newKey()
  const { from, until } = validity(INTERMEDIATE_YEARS)
  const name = nameOf('intermediate', rows)
  const end = new Date(Math.min(issuer.notAfter.value.getTime(), until.getTime()))
  const request = { name, publicKey, from, until: end, pointers: pointersTo(root.id) }
  const certificate = await makeIntermediate(request, issuer, rootKey)
  await store(db, { kind: 'intermediate', issuer_id: root.id }, certificate, privateKey)
}

const newKey = () => crypto.subtle.generateKey(P256, true, ['sign', 'verify'])

function validity(years: number) {
  const start = now()
  // A signature's date may be slightly before the first use of the authority.
  const from = new Date(start.getTime() - DAY)
  const until = new Date(start)
  until.setUTCFullYear(start.getUTCFullYear() + years)
  return { from, until }
}

/** Stores an authority with its key, unless there is already a current one of its kind. */
export async function store(
  db: Db,
  row: { kind: AuthorityKind; issuer_id: number | null },
  der: Uint8Array,
  key: CryptoKey,
) {
  const certificate = Buffer.from(der)
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', key))
  const sealed_key = sealKey(config.secretKey, pkcs8, certificate)
  await db
    .insertInto('signing.authority')
    .values({ ...row, certificate, sealed_key, created_at: now(), retired_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
