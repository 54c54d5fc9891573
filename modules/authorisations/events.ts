export {}

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    /** Our staff have decided on an authorisation, or it ends soon. */
    'authorisation-news': {
      accountIds: string[]
      kind: 'authorisationGranted' | 'authorisationRefused' | 'authorisationEnds'
      facts: { name: string; day: string; days: string; reason: string }
      path: string
    }
  }
}
