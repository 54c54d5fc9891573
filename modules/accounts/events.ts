export {}

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    'team-registered': { teamId: string }
    /** From now on somebody is reached at this address. */
    'email-proved': { accountId: string; email: string }
    'member-joined': { teamId: string; accountId: string; name: string; team: string }
    /**
     * Announced before anything of the account is deleted, with the teams of which it was the only member.
     */
    'account-erased': { accountId: string; teamIds: string[] }
  }
}
