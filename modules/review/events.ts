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
  /** Who returned it; '' where nobody did. */
  by: string
  turns: string[]
}

/** A reviewer of whom it was said that they sign as well. */
export interface Signer {
  name: string
  email: string
  locale: Locale
  internal: boolean
  organisation: string
}

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** Somebody is asked to review. */
    'review-asked': { turn: Turn }
    /** They have accepted all, or returned it. */
    'review-answered': { turn: Turn }
    'review-ended': { round: EndedRound }
    /** A returned or accepted document is a draft again, in the hands of whoever sent it. */
    'review-reopened': { documentId: string }
    /** A document is final, and some who reviewed it are to sign it. */
    'signers-named': { document: Document; signers: Signer[] }
    /** Somebody said something about a document that is reviewed. */
    'review-said': { documentId: string }
  }
}
