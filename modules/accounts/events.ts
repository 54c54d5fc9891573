import type { AgreementVersion } from '#src/core/agreement-versions.ts'
import type { ErrorCode } from '#src/core/errors.ts'

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    /** An account has accepted agreements, at a login or by the button on an agreement's page. */
    'agreements-accepted': { accountId: string; versions: AgreementVersion[] }
    'team-registered': { teamId: string }
    /** The owner of an account has verified this address. */
    'email-proved': { accountId: string; email: string }
    /** The owner of an account has verified this number. */
    'mobile-proved': { accountId: string; mobile: string }
    /** The administrator of a team has become a member of it. */
    'team-handed-over': { accountId: string }
    'member-joined': { teamId: string; accountId: string; name: string; team: string }
    'member-removed': { teamId: string; accountId: string }
    /** An invited person has logged in and cannot join. */
    'invitation-failed': { inviterId: string; email: string; problem: ErrorCode }
    /**
     * Emitted before any data of the account is deleted, with the teams of which it was the only member.
     */
    'account-erased': { accountId: string; email: string | null; teamIds: string[] }
    /** Emitted nightly, for erased teams whose records have not been deleted yet. */
    'erased-teams-swept': { teamIds: string[] }
    /** These teams were erased so long ago that their signed documents are no longer retained. */
    'records-expired': { teamIds: string[] }
    /** These teams were erased so long ago that their accounting records are no longer retained. */
    'books-expired': { teamIds: string[] }
  }
}
