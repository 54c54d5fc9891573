type ConsultationNotification =
  | 'consultationExamined'
  | 'consultationAnswered'
  | 'consultationOffered'
  | 'consultationDelivered'
  | 'consultationClosed'

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    /** The new state of a request for a tailor-made document, for the customer. */
    'consultation-news': {
      accountIds: string[]
      kind: ConsultationNotification
      facts: { number: string }
      path: string
    }
  }
}

export {}
