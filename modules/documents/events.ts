export {}

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** Told before their rows go, so that whatever points at them can go first. */
    'documents-erased': { ids: string[] }
  }
}
