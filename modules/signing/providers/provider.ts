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
  /** Null if the signatory may add a picture. */
  picture: SealPicture | null
  crossPage: boolean
}

/** A file for a trial signing, before anything is spent. */
export interface SigningTrial {
  bytes: Uint8Array
  copy: SigningCopy
  /** Number of the document. */
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
 * The interface of every e-sign provider; registry.ts lists the providers. A provider has its own pages,
 * mails and tables, and reports the end of a signing through outcome.ts; it makes no other changes to a
 * document. It signs the signing's latest revision and adds the result as the next revision.
 */
export interface SigningProvider {
  name: ProviderName
  /** Whether senders can choose the provider in this installation. */
  readonly isOffered: boolean
  /** Adds the empty fields that a file needs before the first signature. */
  prepare?(file: FileToPrepare): Promise<Uint8Array>
  /** Throws SIGNING_IMPOSSIBLE if not all signatories could sign and seal a file. */
  rehearse?(trial: SigningTrial): Promise<void>
  /**
   * Lets the people of a stage sign, inside the caller's transaction: only enqueues mails and jobs. When all
   * have signed, the provider calls `startNextStage`, and completes the signing if there is no next stage.
   */
  start(trx: Db, stage: { signingId: string; stage: number }): Promise<void>
  /**
   * A new link for a signatory: to sign, or after completion to download. The previous link stops working.
   */
  signerLink(trx: Db, signatoryId: string): Promise<string>
  /** Reminds the invited signatory, inside the caller's transaction; not every service supports this. */
  remind?(trx: Db, signatoryId: string): Promise<void>
  /**
   * Invites a signatory at a corrected address; a browser that used the earlier link loses access. A service
   * without this method accepts no corrections after it has received the document.
   */
  inviteAgain?(trx: Db, signatoryId: string): Promise<void>
  /**
   * Another company's service: moves the deadline there. Throws INVALID_FIELD if the service does not permit
   * this deadline.
   */
  extend?(trx: Db, signingId: string): Promise<void>
  /** Ends an overdue signing at the service, whose answer then ends the signing here. */
  expire?(trx: Db, signingId: string): Promise<void>
  /** Why these people cannot sign at the service; null if they can. */
  objection?(stage: StagePeople): ServiceObjection | null
  /**
   * Deletes all data that the provider stores about these signings, inside the caller's transaction; a job
   * deletes the files afterwards.
   */
  erase(trx: Db, signingIds: string[]): Promise<void>
  /** The pages for signatories; other companies' services share `remote/routes.tsx`. */
  routes?: Hono<Env>
}
