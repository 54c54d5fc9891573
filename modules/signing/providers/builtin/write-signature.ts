import type { Selectable } from 'kysely'
import { findFile, storeFile } from '#modules/documents/index.ts'
import type { SignaturePlace } from '#modules/printing/index.ts'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { fault } from '#src/core/fault.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { getFile, putFile } from '#src/jobs/storage.ts'
import type { SigningCopy } from '../../copy/signing-copy.ts'
import type { SignatoryTable } from '../../schema.ts'
import { openAuthority } from './authority/authority.ts'
import { sealFile } from './closing-seal.ts'
import { fieldNameOf } from './field-name.ts'
import { storeTimestampServer } from './identities/timestamp-server.ts'
import { issueCertificate } from './pades/certificate.ts'
import { signatureAppearance } from './pades/drawing/appearance.ts'
import { type Drawing, drawingsIn } from './pades/drawing/drawings.ts'
import { signPades } from './pades/sign.ts'
import { latestRevision, recordRevision, sentLength } from './revision.ts'
import { sealSignature } from './seal/seal-drawing.ts'
import { logAppliedSeal, sealToSet } from './seal/set-seal.ts'

/**
 * Writes one more signature into the file, and returns how to store it; null when there is nothing left to
 * do.
 */
export async function writeSignature(db: Db, signatoryId: string) {
  const one = await db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .selectAll('signatory')
    .select(['signing.document_id', 'document_name', 'document_number', 'copy'])
    .select('signing.state as signing_state')
    .where('signatory.id', '=', signatoryId)
    .executeTakeFirst()
  if (one?.state !== 'signing' || one.signing_state !== 'started') return null
  const before = await latestRevision(db, one.signing_id)
  fault('stamp: before the signature')
  const authority = await openAuthority(db)
  const at = one.signed_at!
  const signer = await issueCertificate(authority, { name: one.name, email: one.email, at })
  let bytes = await getFile(db, before.key, before.sha256)
  const seal = await sealToSet(db, one)
  const common = { name: one.name, at, signer, timestampUrl: config.TIMESTAMP_URL }
  // Beneath the signature, as on paper.
  if (seal) bytes = await signPades(bytes, { ...common, ...sealSignature(seal, one.document_number) })
  // Each place is a separate signature: a field then has one widget, and a checker can attribute its parts.
  for (const [index, { place, appearance }] of (await drawingsOf(db, one)).entries())
    bytes = await signPades(bytes, {
      ...common,
      fieldName: fieldNameOf(one.position, index),
      reason: `Signed document ${one.document_number}`,
      place,
      appearance,
    })
  const file = await storeRevision(db, one.signing_id, one.position, bytes)
  fault('stamp: file stored, row missing')
  return {
    signingId: one.signing_id,
    documentId: one.document_id,
    signedAt: one.signed_at!,
    record: async (trx: Db) => {
      const isFirst = await recordRevision(trx, one.signing_id, one.position, file)
      if (isFirst) await logAppliedSeal(trx, one)
    },
  }
}

export type WrittenSignature = NonNullable<Awaited<ReturnType<typeof writeSignature>>>

async function storeRevision(db: Db, signingId: string, number: number, bytes: Uint8Array) {
  const sha256 = hashOf(bytes)
  const key = `signings/${signingId}/${number}-${sha256.slice(0, 24)}.pdf`
  await putFile(db, key, bytes)
  return { key, sha256 }
}

type Signed = Selectable<SignatoryTable> & { document_id: string; copy: SigningCopy | null }

/** The drawings of a signature, one for each box that the sent file has for the signatory. */
async function drawingsOf(db: Db, one: Signed): Promise<Drawing[]> {
  const { id, name, title, signature, signed_at, copy } = one
  const caption = { name, title, at: signed_at! }
  if (copy) return drawingsIn(copy, id, signature!, caption)
  const place = await sharedPlace(db, one)
  return [{ place, appearance: await signatureAppearance(signature!, place, caption) }]
}

/** The party's signature line, whose width its signatories share in order. */
async function sharedPlace(db: Db, one: Signed) {
  const file = await findFile(db, one.document_id, 'final-pdf')
  const whole = file!.places.find((place) => place.party === one.party && place.kind === 'sign')!
  const sharers = await db
    .selectFrom('signing.signatory')
    .select('id')
    .where('signing_id', '=', one.signing_id)
    .where('party', '=', one.party)
    .orderBy('position')
    .execute()
  const width = whole.width / sharers.length
  const index = sharers.findIndex((sharer) => sharer.id === one.id)
  return { ...whole, x: whole.x + index * width, width } satisfies SignaturePlace
}

/** Seals the whole file with the platform's closing seal. */
export async function writeClosingSeal(db: Db, signingId: string) {
  const signing = await db
    .selectFrom('signing.signing')
    .selectAll()
    .where('id', '=', signingId)
    .where('state', '=', 'started')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('signing.signatory as signatory')
            .select('signatory.id')
            .where('signatory.signing_id', '=', signingId)
            .where('signatory.state', '!=', 'signed'),
        ),
      ),
    )
    .executeTakeFirst()
  if (!signing) return null
  const before = await latestRevision(db, signingId)
  fault('close: before the seal')
  const bytes = await sealFile(await openAuthority(db), await getFile(db, before.key, before.sha256), {
    reason: `Closed document ${signing.document_number}`,
    at: now(),
    sentLength: await sentLength(db, signingId),
    timestampUrl: config.TIMESTAMP_URL,
  })
  await storeTimestampServer(db, bytes)
  const file = await storeRevision(db, signingId, before.number + 1, bytes)
  const sent = signing.copy ?? (await findFile(db, signing.document_id, 'final-pdf'))!
  return {
    documentId: signing.document_id,
    sha256: file.sha256,
    keep: async (trx: Db) => {
      if (!(await recordRevision(trx, signingId, before.number + 1, file))) return
      await storeFile(trx, signing.document_id, { kind: 'signed-pdf', bytes, pages: sent.pages, places: [] })
    },
  }
}
