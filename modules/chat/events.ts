export {}

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** An answer in the online service has been unread for a while. */
    'chat-unread': { accountId: string }
  }
}
