import type { Hono } from 'hono'
import type { Sides } from '#assembly/tree.ts'
import type { SealPicture } from '#modules/seals/index.ts'
import type { Db } from '#src/db/db.ts'
import type { Env } from '#src/http/web.ts'
import type { PageBox } from '#views/signature-places/plane.ts'
import type { objectionTo, ServiceObjection } from '#views/signing/service-limits.ts'
import type { SigningCopy } from '../copy/signing-copy.ts'
import type { ProviderName } from './provider-name.ts'

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
  /** The names of the parties in the document, by key. */
  labels: Record<string, Sides<string>>
}

/** The people of one stage, for `objectionTo`. */
export type StagePeople = Parameters<typeof objectionTo>[1]

/**
 * The interface of every e-sign provider; registry.ts lists them. A provider owns its pages, mails and
 * tables, and reports the end of a signing through outcome.ts; it makes no other changes to a document. The
 * file is the signing's latest revision; a provider adds its result as the next one.
 */
export interface SigningProvider {
  name: ProviderName
  /** Whether senders can choose it in this installation. */
  readonly isOffered: boolean
  /** Adds the empty fields that a file needs before the first signature. */
  prepare?(file: FileToPrepare): Promise<Uint8Array>
  /** Throws SIGNING_IMPOSSIBLE when not all signatories could sign and seal a file. */
  rehearse?(trial: SigningTrial): Promise<void>
  /**
   * Lets the people of a stage sign, inside the caller's transaction: enqueues mails and jobs only. When all
   * have, the provider calls `startNextStage`, and completes the signing if there is none.
   */
  start(trx: Db, stage: { signingId: string; stage: number }): Promise<void>
  /** A new link for a signatory, to sign or, once completed, to download; the previous one stops working. */
  signerLink(trx: Db, signatoryId: string): Promise<string>
  /** Reminds the invited signatory, inside the caller's transaction; not every service does. */
  remind?(trx: Db, signatoryId: string): Promise<void>
  /**
   * Invites a signatory at a corrected address; a browser that used the earlier link loses access. A service
   * without this method accepts no corrections once it has the document.
   */
  inviteAgain?(trx: Db, signatoryId: string): Promise<void>
  /**
   * For a service of another company: moves the deadline there. Throws INVALID_FIELD when the service does
   * not permit this deadline.
   */
  extend?(trx: Db, signingId: string): Promise<void>
  /** Ends an overdue signing at the service; the service's answer then ends it here. */
  expire?(trx: Db, signingId: string): Promise<void>
  /** Why these people cannot sign there; null when they can. */
  objection?(stage: StagePeople): ServiceObjection | null
  /**
   * Deletes all data that the provider stores about these signings, inside the caller's transaction; files
   * are deleted by a job afterwards.
   */
  erase(trx: Db, signingIds: string[]): Promise<void>
  /** Pages for signatories; services of other companies share `remote/routes.tsx`. */
  routes?: Hono<Env>
}
