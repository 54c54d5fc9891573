import type { Document } from '#modules/documents/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Turn } from './review-step.ts'

export interface EndedRound {
  id: string
  document_id: string
  document_name: string
  document_number: string
  starter_id: string
  starter_name: string
  state: 'accepted' | 'returned' | 'withdrawn' | 'lapsed'
  /** Name of the reviewer who returned the document; '' if no reviewer did. */
  by: string
  turns: string[]
  /** Whether the sender has already been notified of the return and has ended the round. */
  reported: boolean
}

/** A reviewer who was marked as a future signatory. */
export interface Signer {
  name: string
  email: string
  locale: Locale
  internal: boolean
  organisation: string
}

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    /** A reviewer is invited to review. */
    'review-asked': { turn: Turn }
    /** A reviewer has accepted or returned the document; `waiting` others have not answered yet. */
    'review-answered': { turn: Turn; waiting: number }
    /** After one reviewer has returned the document, the sender lets the others finish. */
    'review-continued': { documentId: string }
    'review-ended': { round: EndedRound }
    /** A returned or accepted document is a draft again; its sender can edit it. */
    'review-reopened': { documentId: string }
    /** A document is final, and some of its reviewers are to sign it. */
    'signers-named': { document: Document; signers: Signer[] }
    /** A comment was added to a document in review. */
    'review-said': { documentId: string }
  }
}
