export {}

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    /** An answer in the online service has been unread for a while. */
    'chat-unread': { accountId: string }
  }
}
