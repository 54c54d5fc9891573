type ConsultationNews =
  | 'consultationExamined'
  | 'consultationAnswered'
  | 'consultationOffered'
  | 'consultationDelivered'
  | 'consultationClosed'

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** How a request for a tailor-made document stands, for whoever asked. */
    'consultation-news': {
      accountIds: string[]
      kind: ConsultationNews
      facts: { number: string }
      path: string
    }
  }
}

export {}
