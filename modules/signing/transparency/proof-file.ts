/** The proof that one hash is in the public log. */
export interface LeafProof {
  /** The hash of a row of the action log, or of a file, in hex. */
  sha256: string
  /** In hex. The entry is SHA-256 over salt and hash. */
  salt: string
  position: number
  /** The hashes from the entry up to the root, in base64. */
  proof: string[]
}

export const PROOF_FORMAT = { format: 'qishu-log-proofs', version: 1 } as const

/** The file of all proofs in a bundle. */
export interface ProofFile {
  format: typeof PROOF_FORMAT.format
  version: typeof PROOF_FORMAT.version
  leaves: LeafProof[]
}
