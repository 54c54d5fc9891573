import type { Hono } from 'hono'
import type { Db } from '#src/db/db.ts'
import type { Env } from '#src/http/web.ts'
import type { SigningCopy } from '../copy/signing-copy.ts'
import type { ProviderName } from '../schema.ts'

/** What is going to be sent out, before anything is spent. */
export interface SigningTrial {
  bytes: Uint8Array
  copy: SigningCopy
  /** The document's. */
  number: string
  signatories: { id: string; name: string; title: string; email: string; position: number }[]
}

export interface SigningOrder {
  signingId: string
  /** The PDF to sign, laid out for its signatories, as it is kept in the storage. */
  file: { key: string; sha256: string }
}

/** Neutral states, whatever a provider calls them. */
export type ProviderState = 'started' | 'partially_signed' | 'completed' | 'rejected' | 'expired'

/** Who asks for a signing: a person, for themselves or for the company they work in. */
export interface Sender {
  accountId: string
  teamId: string
  as: 'individual' | 'institution'
}

/** Until when the sender has authorised us at the service, or the address where they can. */
export type Authorisation = { until: Date } | { url: string }

/**
 * The port every e-sign service stands behind; registry.ts names them all. A provider keeps its pages, mails
 * and tables to itself and tells how a signing ends through outcome.ts; it never moves a document otherwise.
 */
export interface SigningProvider {
  name: ProviderName
  /** Throws SIGNING_IMPOSSIBLE where a file could not be signed by everybody and closed. */
  rehearse?(trial: SigningTrial): Promise<void>
  /**
   * Joins the caller's transaction: what it sends out, it enqueues. A second `start` for the same signing
   * changes nothing.
   */
  start(trx: Db, order: SigningOrder): Promise<void>
  /** A fresh link for a signatory, to sign or, once completed, to download; the one before it is dead. */
  signerLink(trx: Db, signatoryId: string): Promise<string>
  /** Asks the signatory whose turn it is once more, inside the caller's transaction. */
  remind(trx: Db, signatoryId: string): Promise<void>
  /** Asks them at an address that has been corrected; whoever came by the earlier one is out. */
  inviteAnew(trx: Db, signatoryId: string): Promise<void>
  /** Whether it cannot go on for a reason of ours, so that nobody's time runs out meanwhile. */
  heldUp?(db: Db, signingId: string): Promise<boolean>
  /** Removes all it holds of these signings, inside the caller's transaction; files go by a job after it. */
  erase(trx: Db, signingIds: string[]): Promise<void>
  /**
   * Its own addresses: pages for signatories, and callbacks. A callback is verified first, stored as it came,
   * answered fast and worked by a job that asks the service back (`status`) before it believes anything.
   */
  routes: Hono<Env>
  /** Services at which a sender must authorise us first, for 365 days, have it; asked before every start. */
  authorise?(db: Db, sender: Sender): Promise<Authorisation>
  /** Services elsewhere have both: how far the signing is, and the signed PDF once it is completed. */
  status?(db: Db, signingId: string): Promise<ProviderState>
  download?(db: Db, signingId: string): Promise<Uint8Array>
}
