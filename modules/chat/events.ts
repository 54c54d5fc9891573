export {}

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** What we answered in the online service has not been read for a while. */
    'chat-unread': { accountId: string }
  }
}
