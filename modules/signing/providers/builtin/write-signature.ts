import type { Selectable } from 'kysely'
import { findFile, storeFile } from '#modules/documents/index.ts'
import type { SignaturePlace } from '#modules/printing/index.ts'
import { now } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import type { Db } from '#src/db/db.ts'
import { getFile } from '#src/jobs/storage.ts'
import { asciiAddress } from '#views/values/address.ts'
import { codeAddressesOf, contactDetails } from '../../contact.ts'
import type { SigningCopy } from '../../copy/signing-copy.ts'
import { latestRevision, recordRevision, sentLength, storeRevision } from '../../revisions.ts'
import type { SignatoryTable } from '../../schema.ts'
import { openAuthority } from './authority/authority.ts'
import { sealFile } from './closing-seal.ts'
import { fieldNameOf } from './field-name.ts'
import { storeTimestampServer } from './identities/timestamp-server.ts'
import { issueCertificate } from './pades/certificate.ts'
import { signatureAppearance } from './pades/drawing/appearance.ts'
import { type Drawing, drawingsIn } from './pades/drawing/drawings.ts'
import { readCertificateParts } from './pades/general/certificate.ts'
import { signPades } from './pades/sign.ts'
import { sealSignature } from './seal/seal-drawing.ts'
import { findSealToSet, logAppliedSeal } from './seal/set-seal.ts'
import { currentStamp } from './time-stamps/current-stamp.ts'
import { noteRenewal, renewalTime } from './time-stamps/renewal.ts'

/**
 * Writes one more signature into the file, and returns how to store it; null if all signatures are written.
 */
export async function writeSignature(db: Db, signatoryId: string) {
  const one = await db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .selectAll('signatory')
    .select(['signing.document_id', 'document_name', 'document_number', 'copy'])
    .select('signing.state as signing_state')
    .select((eb) =>
      eb
        .selectFrom('signing.real_name_check')
        .select('elements')
        .whereRef('signatory_id', '=', 'signatory.id')
        .where('state', '=', 'passed')
        .as('real_name'),
    )
    .where('signatory.id', '=', signatoryId)
    .executeTakeFirst()
  if (one?.state !== 'signing' || one.signing_state !== 'started') return null
  const latest = await latestRevision(db, one.signing_id)
  fault('stamp: before the signature')
  const authority = await openAuthority(db)
  const signedAt = one.signed_at!
  const { name, party, document_number: document, real_name: realName } = one
  const contact = provedContact(one)
  // Each signature has its own serial, because NSS, which pdfsig uses, reports the second signature of a
  // certificate as damaged.
  const serials: string[] = []
  const newSigner = async () => {
    const signsFor = { party, document }
    const signer = await issueCertificate(authority, { name, ...contact, signedAt, signsFor, realName })
    serials.push(serialOf(signer.certificate))
    return signer
  }
  const stamp = await currentStamp(db)
  let bytes = await getFile(db, latest.key, latest.sha256)
  const seal = await findSealToSet(db, one)
  const commonFields = { name: one.name, signedAt, stamp }
  // The seal is drawn below the signature, as on paper.
  if (seal) {
    const sealFields = {
      ...commonFields,
      ...sealSignature(seal, one.document_number),
      signer: await newSigner(),
    }
    bytes = await signPades(bytes, sealFields)
  }
  // Each place is a separate signature: then each field has one widget, and a checker can attribute its
  // parts.
  for (const [index, { place, appearance }] of (await drawingsOf(db, one)).entries()) {
    const signer = await newSigner()
    bytes = await signPades(bytes, {
      ...commonFields,
      signer,
      fieldName: fieldNameOf(one.position, index),
      reason: `Signed document ${one.document_number}`,
      place,
      appearance,
    })
  }
  const number = latest.number + 1
  const file = await storeRevision(db, one.signing_id, number, bytes)
  fault('stamp: file stored, row missing')
  return {
    signingId: one.signing_id,
    documentId: one.document_id,
    signedAt: one.signed_at!,
    /** Details for the log: the signatory, the file's new hash, and the certificate. */
    facts: {
      signatory: one.name,
      party: one.party,
      ...contactDetails(one),
      sha256: file.sha256,
      serial: serials.join(', '),
    },
    number,
    record: async (trx: Db) => {
      const isFirst = await recordRevision(trx, one.signing_id, { number, signatoryId, file })
      if (isFirst) await logAppliedSeal(trx, one)
    },
  }
}

/** The contacts to which a code was sent, for the certificate. */
function provedContact(signatory: Selectable<SignatoryTable>) {
  const addresses = codeAddressesOf(signatory)
  const email = signatory.email && addresses.includes(signatory.email) ? signatory.email : ''
  const phone = signatory.phone && addresses.includes(signatory.phone) ? signatory.phone : null
  return { email: asciiAddress(email) ?? '', phone }
}

const serialOf = (der: Uint8Array) => readCertificateParts(Buffer.from(der)).serial.toUpperCase()

export type WrittenSignature = NonNullable<Awaited<ReturnType<typeof writeSignature>>>

type SigningSignatory = Selectable<SignatoryTable> & { document_id: string; copy: SigningCopy | null }

/** The drawings of a signature, one for each box that the sent file has for the signatory. */
async function drawingsOf(db: Db, signatory: SigningSignatory): Promise<Drawing[]> {
  const { id, title, signature, signed_at, copy } = signatory
  const ownTitle = signatory.handed_over_from ? '' : title
  const caption = { name: captionName(signatory), title: ownTitle, signedAt: signed_at! }
  if (copy) return drawingsIn(copy, id, signature!, caption)
  const place = await sharedPlace(db, signatory)
  return [{ place, appearance: await signatureAppearance(signature!, place, caption) }]
}

/** The block prints the name of the first person; the caption names the successor who signed. */
function captionName({ name, handed_over_from: firstName, copy }: SigningSignatory): string {
  if (!firstName) return name
  return copy?.languages.primary === 'en'
    ? `${name} (in place of ${firstName})`
    : `${name}（接替${firstName}）`
}

/** The signatory's share of the party's signature line, which its signatories divide in order. */
async function sharedPlace(db: Db, signatory: SigningSignatory) {
  const file = await findFile(db, signatory.document_id, 'final-pdf')
  const partyPlace = file!.places.find((place) => place.party === signatory.party && place.kind === 'sign')!
  const sharers = await db
    .selectFrom('signing.signatory')
    .select('id')
    .where('signing_id', '=', signatory.signing_id)
    .where('party', '=', signatory.party)
    .where('role', '=', 'signer')
    .orderBy('position')
    .execute()
  const width = partyPlace.width / sharers.length
  const index = sharers.findIndex((sharer) => sharer.id === signatory.id)
  return { ...partyPlace, x: partyPlace.x + index * width, width } satisfies SignaturePlace
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
            .where('signatory.role', '!=', 'copy')
            .where('signatory.state', 'not in', ['signed', 'approved']),
        ),
      ),
    )
    .executeTakeFirst()
  if (!signing) return null
  const latest = await latestRevision(db, signingId)
  fault('close: before the seal')
  const stamp = await currentStamp(db)
  const bytes = await sealFile(await openAuthority(db), await getFile(db, latest.key, latest.sha256), {
    reason: `Closed document ${signing.document_number}`,
    sealedAt: now(),
    sentLength: await sentLength(db, signingId),
    stamp,
  })
  await storeTimestampServer(db, bytes)
  const renewal = stamp ? await renewalTime(bytes) : null
  const file = await storeRevision(db, signingId, latest.number + 1, bytes)
  const sentFile = signing.copy ?? (await findFile(db, signing.document_id, 'final-pdf'))!
  return {
    documentId: signing.document_id,
    sha256: file.sha256,
    keep: async (trx: Db) => {
      if (!(await recordRevision(trx, signingId, { number: latest.number + 1, file }))) return
      await noteRenewal(trx, signingId, renewal)
      await storeFile(trx, signing.document_id, {
        kind: 'signed-pdf',
        bytes,
        pages: sentFile.pages,
        places: [],
      })
    },
  }
}
