import type { Document } from './document.ts'

type ConsultationNews =
  | ('consultationExamined' | 'consultationAnswered' | 'consultationOffered')
  | ('consultationDelivered' | 'consultationClosed')

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    'document-finalised': { document: Document }
    /** Told before their rows go, so that whatever points at them can go first. */
    'documents-erased': { ids: string[] }
    /** How a request for a tailor-made document stands, for whoever asked. */
    'consultation-news': {
      accountIds: string[]
      kind: ConsultationNews
      facts: { number: string }
      path: string
    }
  }
}
