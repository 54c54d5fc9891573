import type { Hono } from 'hono'
import type { Sides } from '#assembly/tree.ts'
import type { SealPicture } from '#modules/seals/index.ts'
import type { Db } from '#src/db/db.ts'
import type { Env } from '#src/http/web.ts'
import type { PageBox } from '#views/signature-places/plane.ts'
import type { SigningCopy } from '../copy/signing-copy.ts'
import type { ProviderName } from '../schema.ts'

/** A party's seal in a file to be signed. */
export interface TrialSeal {
  party: string
  signatoryId: string
  position: number
  /** Null when the signatory may add one. */
  picture: SealPicture | null
  crossPage: boolean
}

/** A file to be signed, for a trial before anything is spent. */
export interface SigningTrial {
  bytes: Uint8Array
  copy: SigningCopy
  /** The document's number. */
  number: string
  signatories: { id: string; name: string; title: string; email: string | null; position: number }[]
  seals: TrialSeal[]
}

/** A file that is about to be sent. */
export interface FileToPrepare extends SigningTrial {
  pages: PageBox[]
  /** What the document calls its parties, by key. */
  labels: Record<string, Sides<string>>
}

export interface SigningOrder {
  signingId: string
  /** The key and hash of the stored PDF, laid out for its signatories. */
  file: { key: string; sha256: string }
}

/** States independent of a provider's own names. */
export type ProviderState = 'started' | 'partially_signed' | 'completed' | 'rejected' | 'expired'

/** The sender of a signing: a person, on their own behalf or for their company. */
export interface Sender {
  accountId: string
  teamId: string
  as: 'individual' | 'institution'
}

/** Until when the sender has authorised us at the provider, or the address where they can. */
export type Authorisation = { until: Date } | { url: string }

/**
 * The interface of every e-sign provider; registry.ts lists them. A provider owns its pages, mails and
 * tables, and reports how a signing ends through outcome.ts; it does not change a document
 * otherwise. A provider with a webhook (callback) receives it in its own routes; the builtin one needs none.
 */
export interface SigningProvider {
  name: ProviderName
  /** Adds the empty fields that a file needs before anybody signs. */
  prepare?(file: FileToPrepare): Promise<Uint8Array>
  /** Throws SIGNING_IMPOSSIBLE when not everybody could sign and seal a file. */
  rehearse?(trial: SigningTrial): Promise<void>
  /**
   * Joins the caller's transaction and enqueues the mails. A second `start` for the same signing changes
   * nothing.
   */
  start(trx: Db, order: SigningOrder): Promise<void>
  /** A new link for a signatory, to sign or, once completed, to download; the previous one stops working. */
  signerLink(trx: Db, signatoryId: string): Promise<string>
  /** Reminds the invited signatory, inside the caller's transaction. */
  remind(trx: Db, signatoryId: string): Promise<void>
  /** Invites a signatory at a corrected address; a browser that used the earlier link loses access. */
  inviteAgain(trx: Db, signatoryId: string): Promise<void>
  /** Whether the signing waits because of a fault of ours, so that deadlines are extended. */
  heldUp?(db: Db, signingId: string): Promise<boolean>
  /**
   * Deletes all data that the provider stores about these signings, inside the caller's transaction; files
   * are deleted by a job afterwards.
   */
  erase(trx: Db, signingIds: string[]): Promise<void>
  /**
   * The routes of the provider: pages for signatories, and callbacks. A callback is verified first, stored
   * unchanged, answered quickly, and handled by a job that queries the provider (`status`) before it relies
   * on it.
   */
  routes: Hono<Env>
  /**
   * For providers that require an authorisation of the sender, valid for 365 days; checked before every
   * start.
   */
  authorise?(db: Db, sender: Sender): Promise<Authorisation>
  /** For external providers: the state of the signing, and the signed PDF once it is completed. */
  status?(db: Db, signingId: string): Promise<ProviderState>
  download?(db: Db, signingId: string): Promise<Uint8Array>
}
