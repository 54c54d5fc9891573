declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** A row was added to a document's action log. */
    'action-logged': { documentId: string; action: string; hash: string }
  }
}

export {}
