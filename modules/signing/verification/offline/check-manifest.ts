import { createHash } from 'node:crypto'
import { isSignatureValid, openCms } from '../../providers/builtin/pades/cms.ts'
import { derOf, readDer, sameBytes } from '../../providers/builtin/pades/engine.ts'
import { readCertificateParts } from '../../providers/builtin/pades/general/certificate.ts'
import { isOurs } from '../../providers/builtin/pades/identity.ts'
import { makeCms } from '../../providers/builtin/pades/make-cms.ts'
import { MANIFEST, type Manifest, NAMES } from './bundle-names.ts'

/**
 * missing, unreadable: the manifest or its signature; signature: it does not match the manifest; signer: the
 * signer is not the platform.
 */
export type ManifestProblem = 'missing' | 'unreadable' | 'signature' | 'signer'

export interface ManifestReport {
  problem: ManifestProblem | null
  /** Null if the manifest cannot be read. */
  manifest: Manifest | null
  /** The name in the signer's certificate; '' if unknown. */
  signer: string
}

/** The certificates in the bundle, as DER. */
export interface KnownCertificates {
  /** The certificates whose keys have signed or issued for us. */
  identities: Uint8Array[]
  /** Other certificates that the signature may contain. */
  others: Uint8Array[]
}

/** Whether the platform signed the manifest. Every byte of the signature matters. */
export async function checkManifest(
  files: Map<string, Uint8Array>,
  knownCertificates: KnownCertificates,
): Promise<ManifestReport> {
  const bytes = files.get(NAMES.manifest)
  const seal = files.get(NAMES.seal)
  const manifest = bytes ? readManifest(bytes) : null
  if (!bytes || !seal) return { problem: 'missing', manifest, signer: '' }
  if (!manifest) return { problem: 'unreadable', manifest, signer: '' }
  try {
    return { manifest, ...(await checkSeal(bytes, seal, manifest, knownCertificates)) }
  } catch {
    return { problem: 'unreadable', manifest, signer: '' }
  }
}

async function checkSeal(
  bytes: Uint8Array,
  seal: Uint8Array,
  manifest: Manifest,
  { identities, others }: KnownCertificates,
): Promise<Pick<ManifestReport, 'problem' | 'signer'>> {
  const cms = openCms(readDer(seal).value)
  const certificate = derOf(cms.certificate)
  const chain = cms.otherCertificates.map(derOf)
  const signer = readCertificateParts(Buffer.from(certificate)).name
  const digest = createHash('sha256').update(bytes).digest()
  const signature = new Uint8Array(cms.info.signature.valueBlock.valueHexView)
  const elliptic = cms.certificate.subjectPublicKeyInfo.algorithm.algorithmId === ELLIPTIC
  // The same signature as our writer would make it, to be compared byte for byte.
  const key = { elliptic, sign: async () => signature }
  const expectedSeal = await makeCms(digest, { certificate, chain, key })
  const areKnown = chain.every((one) => [...identities, ...others].some((other) => sameBytes(one, other)))
  if (!areKnown || !sameBytes(expectedSeal, seal) || !(await isSignatureValid(cms, bytes)))
    return { problem: 'signature', signer }
  const madeAt = new Date(manifest.made_at)
  return { problem: isOurs(certificate, identities, madeAt, chain) ? null : 'signer', signer }
}

const ELLIPTIC = '1.2.840.10045.2.1'

function readManifest(bytes: Uint8Array): Manifest | null {
  try {
    const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest
    const isManifest = manifest.format === MANIFEST.format && manifest.version === MANIFEST.version
    return isManifest && typeof manifest.files === 'object' && !Number.isNaN(Date.parse(manifest.made_at))
      ? manifest
      : null
  } catch {
    return null
  }
}

/**
 * The files whose hash equals that in the manifest. Certificates in any other file are not read, because
 * Node would refuse a damaged one while browsers would read it leniently.
 */
export function unchangedFiles(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const manifest = readManifest(files.get(NAMES.manifest) ?? new Uint8Array())
  const unchangedReports = compareFiles(files, manifest).filter(({ state }) => state === 'same')
  return new Map(unchangedReports.map(({ name }) => [name, files.get(name)!]))
}

export type FileState = 'same' | 'changed' | 'missing' | 'unlisted'

export interface FileReport {
  name: string
  sha256: string
  state: FileState
}

/** Compares every file with the manifest; unlisted: the manifest does not name the file. */
export function compareFiles(files: Map<string, Uint8Array>, manifest: Manifest | null): FileReport[] {
  const listedHashes = new Map(Object.entries(manifest?.files ?? {}))
  const manifestFiles = new Set<string>([NAMES.manifest, NAMES.seal])
  const names = [...new Set([...listedHashes.keys(), ...files.keys()])]
    .filter((name) => !manifestFiles.has(name))
    .sort()
  return names.map((name) => {
    const bytes = files.get(name)
    if (!bytes) return { name, sha256: '', state: 'missing' }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const expected = listedHashes.get(name)
    return {
      name,
      sha256,
      state: expected === undefined ? 'unlisted' : expected === sha256 ? 'same' : 'changed',
    }
  })
}
