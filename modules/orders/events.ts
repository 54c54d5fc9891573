export {}

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** A package was opened for a team by our staff; `day` is its last, in Shanghai. */
    'plan-opened': { teamId: string; plan: string; day: string }
  }
}
