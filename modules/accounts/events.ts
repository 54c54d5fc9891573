export {}

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    'team-registered': { teamId: string }
    /** Told before anything of the account is gone, with the teams that were its alone. */
    'account-erased': { accountId: string; teamIds: string[] }
  }
}
