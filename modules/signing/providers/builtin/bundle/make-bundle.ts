import { findFile, signingRecord } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { getFile } from '#src/jobs/storage.ts'
import { PROOF_FORMAT, type ProofFile } from '../../../transparency/proof-file.ts'
import { type LogProofs, proofsFor } from '../../../transparency/proofs.ts'
import { FOLDERS, MANIFEST, type Manifest, NAMES } from '../../../verification/offline/bundle-names.ts'
import { writePem } from '../../../verification/offline/pem.ts'
import { evidenceOf, servicesOf } from '../../remote/evidence.ts'
import { knownIdentities, openAuthority } from '../authority/authority.ts'
import { ownCrls } from '../closing-seal.ts'
import { trustedTimestampServers } from '../identities/stored-identities.ts'
import { issueSeal } from '../pades/certificate.ts'
import { makeCms } from '../pades/make-cms.ts'
import { readme } from './readme.ts'
import { signatureParts } from './signature-parts.ts'
import { verifierFiles } from './verifier-files.ts'

/** A completed document whose bundle is to be made. */
export interface BundledDocument {
  id: string
  name: string
  number: string
}

/**
 * The files of a completed signing's evidence bundle, by name. `record` selects the document's whole log, or
 * only the part since it was sent, which other parties may see. Throws FILE_GENERATING until the certificate
 * of completion is made, FILE_DAMAGED, SigningFault, and UNAVAILABLE if the verifier is not built.
 */
export async function makeBundle(
  db: Db,
  { id, name, number }: BundledDocument,
  record: 'whole' | 'signing',
): Promise<Map<string, Uint8Array>> {
  const pdfs = await Promise.all([fileOf(db, id, 'signed-pdf'), fileOf(db, id, 'completion-certificate')])
  const [signed, certificate] = pdfs as [Uint8Array, Uint8Array]
  const programs = await verifierFiles()
  const madeAt = now()
  const authority = await openAuthority(db)
  const identities = await knownIdentities(db)
  const { actions, exportLog } = await signingRecord(db, id)
  const reports = (await evidenceOf(db, id)).filter(([, bytes]) => isLogged(actions, bytes))
  const services = await servicesOf(db, id)
  const proofs = await proofsFor(db, id, [
    ...actions.map(({ hash }) => hash),
    ...actions.flatMap(({ details }) => (details.sha256 ? [String(details.sha256)] : [])),
    ...pdfs.map(hashOf),
  ])
  const { certificates, tokens } = signatureParts(pdfs)
  const sealer = await issueSeal(authority, madeAt)
  const files = new Map<string, Uint8Array>([
    [NAMES.readme, textBytes(readme({ name, number, madeAt, identities, services }))],
    [NAMES.signed, signed],
    [NAMES.certificate, certificate],
    [NAMES.log, textBytes(exportLog(record))],
    ...programs,
    [NAMES.authorities, textBytes(writePem(identities))],
    [NAMES.clocks, textBytes(writePem(await trustedTimestampServers(db)))],
    [NAMES.certificates, textBytes(writePem([...certificates, ...sealer.chain]))],
    ...numberedFiles(FOLDERS.revocation, 'crl', await ownCrls(authority, madeAt)),
    ...numberedFiles(FOLDERS.stamps, 'tst', tokens),
    ...(proofs ? proofFiles(proofs) : []),
    ...reports.map(([file, bytes]): [string, Uint8Array] => [`${FOLDERS.services}${file}`, bytes]),
  ])
  const manifest = textBytes(manifestOf(files, { id, name, number }, madeAt))
  const digest = new Uint8Array(Buffer.from(hashOf(manifest), 'hex'))
  return new Map([...files, [NAMES.manifest, manifest], [NAMES.seal, await makeCms(digest, sealer)]])
}

type Actions = Awaited<ReturnType<typeof signingRecord>>['actions']

/** A report that arrived after the log was read belongs in the next bundle. */
const isLogged = (actions: Actions, bytes: Uint8Array) =>
  actions.some(({ action, details }) => action === 'fetch-evidence' && details.sha256 === hashOf(bytes))

async function fileOf(db: Db, id: string, kind: 'signed-pdf' | 'completion-certificate') {
  const file = await findFile(db, id, kind)
  if (!file) throw new AppError('FILE_GENERATING')
  return new Uint8Array(await getFile(db, file.key, file.sha256))
}

function proofFiles({ key, checkpoint, token, leaves }: LogProofs): [string, Uint8Array][] {
  const file: ProofFile = { ...PROOF_FORMAT, leaves }
  return [
    [NAMES.logKey, textBytes(key)],
    [NAMES.checkpoint, textBytes(checkpoint)],
    ...(token ? [[NAMES.checkpointStamp, new Uint8Array(token)] as [string, Uint8Array]] : []),
    [NAMES.proofs, textBytes(`${JSON.stringify(file, null, 2)}\n`)],
  ]
}

const textBytes = (content: string) => new TextEncoder().encode(content)

const numberedFiles = (folder: string, extension: string, ders: Uint8Array[]): [string, Uint8Array][] =>
  ders.map((der, index) => [`${folder}${index + 1}.${extension}`, new Uint8Array(der)])

function manifestOf(files: Map<string, Uint8Array>, document: BundledDocument, at: Date): string {
  const hashes = [...files].map(([name, bytes]) => [name, hashOf(bytes)] as const)
  const manifest: Manifest = {
    ...MANIFEST,
    made_at: at.toISOString(),
    document,
    files: Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1))),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
