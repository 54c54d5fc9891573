/** The files of an evidence bundle. */
export const NAMES = {
  readme: 'README.txt',
  page: 'verify.html',
  script: 'verify.mjs',
  signed: 'signed.pdf',
  certificate: 'certificate-of-completion.pdf',
  log: 'action-log.json',
  logChecker: 'check-log.mjs',
  /** The certificates whose keys have signed or issued for us. */
  authorities: 'trust/authorities.pem',
  /** The time-stamp servers that we trust. */
  clocks: 'trust/time-stamp-servers.pem',
  /** All certificates in the signatures of both PDFs. */
  certificates: 'certificates.pem',
  manifest: 'manifest.json',
  /** The public log's key and newest checkpoint, the time-stamp over the checkpoint, and the proofs. */
  logKey: 'transparency-log/key',
  checkpoint: 'transparency-log/checkpoint',
  checkpointStamp: 'transparency-log/checkpoint.tst',
  proofs: 'transparency-log/proofs.json',
  /** The detached signature (CMS) over the manifest. */
  seal: 'manifest.json.p7s',
} as const

/** Revocation lists as DER, time-stamp tokens as DER, and the unchanged reports of services. */
export const FOLDERS = { revocation: 'revocation/', stamps: 'time-stamps/', services: 'services/' } as const

export const MANIFEST = { format: 'qishu-evidence', version: 1 } as const

/** The contents of a bundle's manifest. */
export interface Manifest {
  format: typeof MANIFEST.format
  version: typeof MANIFEST.version
  /** In ISO 8601. */
  made_at: string
  document: { id: string; name: string; number: string }
  /** SHA-256 in hex by file name, for all files except the manifest and its signature. */
  files: Record<string, string>
}
