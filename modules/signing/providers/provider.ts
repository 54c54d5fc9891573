import type { Db } from '#src/app/database.ts'

export interface SigningOrder {
  signingId: string
  documentId: string
}

/** Neutral states, whatever a provider calls them. */
export type ProviderState = 'started' | 'partially_signed' | 'completed' | 'rejected' | 'expired'

/**
 * The port every e-sign service stands behind. `start` joins the caller's transaction: what it sends out,
 * it enqueues. A second `start` for the same signing changes nothing.
 */
export interface SigningProvider {
  name: 'builtin'
  /** Whether the sender may use the service, or the address at which to authorise the platform first. */
  authoriseSender(db: Db, teamId: string): Promise<{ authorised: true } | { authorised: false; url: string }>
  start(trx: Db, order: SigningOrder): Promise<void>
  /** A fresh link for a signatory, to sign or, once completed, to download; the one before it is dead. */
  signerLink(trx: Db, signatoryId: string): Promise<string>
  /** Asks the signatory whose turn it is once more. */
  remind(trx: Db, signatoryId: string): Promise<void>
  status(db: Db, signingId: string): Promise<ProviderState>
  download(db: Db, signingId: string): Promise<Uint8Array>
}
