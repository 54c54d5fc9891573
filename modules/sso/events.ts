/** A person identified by a team's provider could not become a member, because all seats are used. */
export interface SeatsUsed {
  teamId: string
  email: string
}

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    'sso-seats-used': SeatsUsed
  }
}
