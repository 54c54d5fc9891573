import type { ColumnType, Generated } from 'kysely'
import type { ErrorCode } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { PackageCode, Role, StaffRole } from '#src/core/viewer.ts'
import type { DeskLogTables } from './desk/desk-log-schema.ts'
import type { SocialTables } from './entry/social/tables.ts'
import type { FactorTables } from './factors/tables.ts'
import type { Grant } from './permissions.ts'

/** The number of edits, for optimistic locking: an edit states the version on which it is based. */
export type Version = Generated<number>

export interface TeamTable {
  id: string
  name: string
  credit_code: string | null
  address: Generated<string>
  phone: Generated<string>
  /** Set by orders when a plan begins; a plan that has ended counts as the free demo. */
  package: Generated<PackageCode>
  package_started_at: Date | null
  package_ends_at: Date | null
  /** Set by orders: the time until which single documents of both types can be created and edited. */
  singles_end_at: Date | null
  /** The number of accounts in the plan, including the administrator's. */
  seats: Generated<number>
  /** The time from which all members need a second factor; null when it is not required. */
  factor_required_at: Date | null
  /**
   * The time when the team's last account was erased, then the times when the team's records and accounting
   * records were deleted.
   */
  erased_at: Date | null
  records_ended_at: Date | null
  books_ended_at: Date | null
  version: Version
  created_at: Date
}

/** `automated`: a team's automated user, which programs act as; it never logs in. */
export type AccountState = 'active' | 'disabled' | 'frozen' | 'exception' | 'erased' | 'automated'
export type Identity = 'individual' | 'company'

export interface AccountTable {
  id: string
  /** The team in which the account works now; a member returns to their home team after removal. */
  team_id: string
  home_team_id: string
  username: string
  email: string | null
  mobile: string | null
  name: string
  identity: Identity
  department: string
  position: Generated<string>
  mailing_address: Generated<string>
  role: Role
  /** The roles of a member of staff; without a role they can only enter the desk. */
  staff_roles: Generated<StaffRole[]>
  /** The permissions granted to a member; those of an administrator are fixed. */
  grants: Generated<Grant[]>
  state: Generated<AccountState>
  version: Version
  password_hash: string
  locale: Locale
  /** True until the first visit to the home page. */
  tour_due: Generated<boolean>
  agreed_at: Date
  created_at: Date
  /** The time of the erasure, from which retention periods are counted. */
  erased_at: Date | null
}

/**
 * The purpose of a code, which is invalid for any other purpose. `email` and `mobile` verify a new address.
 */
export const CODE_PURPOSES = ['register', 'password', 'login', 'email', 'mobile'] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]

export interface VerificationCodeTable {
  id: string
  purpose: CodePurpose
  address: string
  visitor_hash: string
  code_hash: string
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

/** A failed login. */
export interface LoginFailureTable {
  id: string
  /** A keyed hash of the name, because people sometimes type their password as name. */
  name_hash: string
  account_id: string | null
  address: string | null
  known_device: boolean
  created_at: Date
}

/** Settings for mailed notifications; without a row the defaults apply. */
export interface NoticeChoiceTable {
  account_id: string
  /** The language of mails; null for the language of the site. */
  locale: Locale | null
  ways: ColumnType<Record<string, 'now' | 'daily' | 'none'>, string, string>
  template_letter: boolean
  /**
   * The token that unsubscribes from the mail about new templates; it gives no other access, and every such
   * mail contains it.
   */
  leave_token: string | null
}

export interface LastLoginTable {
  account_id: string
  at: Date
}

/** Which agreement a person accepted, in which language, and when. */
export interface AgreementTable {
  account_id: string
  document: string
  version: string
  locale: Locale
  agreed_at: Date
}

export interface InvitationTable {
  id: string
  team_id: string
  inviter_id: string
  email: string
  token_hash: string
  /** The reason why the invited person could not accept at their last attempt. */
  problem: ErrorCode | null
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  accepted_by: string | null
  withdrawn_at: Date | null
}

export interface StaffInvitationTable {
  id: string
  email: string
  name: string
  roles: StaffRole[]
  token_hash: string
  /** The inviter; null for an invitation from the command line. */
  inviter_id: string | null
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  withdrawn_at: Date | null
}

/** The requests that people may make about their personal data (PIPL 44 to 48). */
export const REQUEST_KINDS = [
  'deletion',
  'access',
  'correction',
  'objection',
  'explanation',
  'other',
] as const

export interface SupportRequestTable {
  id: string
  /** The account; null for a person without an account, whom `sender` names. */
  account_id: string | null
  sender: Generated<string>
  kind: (typeof REQUEST_KINDS)[number]
  words: string
  answer: Generated<string>
  created_at: Date
  closed_at: Date | null
  /** The end of the last day for our answer. */
  due_at: Date | null
  /** The member of staff who handles the request. */
  owner_id: Generated<string | null>
  /** A colleague's note on handing the request to the owner. */
  owner_note: Generated<string | null>
}

export interface AccountActionTable {
  id: string
  account_id: string
  actor_id: string
  action: AccountAction
  at: Date
}

/** Logged events of an account, as its data export lists them. */
export type AccountAction =
  | 'password'
  | 'email'
  | 'mobile'
  | 'profile'
  | 'company'
  | 'bind-social'
  | 'unbind-social'
  | 'end-session'
  | 'end-other-sessions'
  | 'ask-deletion'
  | 'export'
  | 'invite'
  | 'join'
  | 'grant'
  | 'leave'
  | 'add-factor'
  | 'rename-factor'
  | 'remove-factor'
  | 'make-recovery-codes'
  | 'use-recovery-code'
  | 'remember-device'
  | 'forget-device'
  | 'forget-devices'
  | 'require-factors'
  | 'waive-factors'
  | 'brand'
  | 'remove-brand'
  | 'create-api-key'
  | 'revoke-api-key'
  | 'create-webhook'
  | 'change-webhook'
  | 'rotate-webhook'
  | 'remove-webhook'
  | 'create-sso'
  | 'change-sso'
  | 'remove-sso'
  | 'link-sso'
  | 'unlink-sso'

export interface AccountsTables extends DeskLogTables, FactorTables, SocialTables {
  'accounts.team': TeamTable
  'accounts.account': AccountTable
  'accounts.verification_code': VerificationCodeTable
  'accounts.login_failure': LoginFailureTable
  'accounts.last_login': LastLoginTable
  'accounts.notice_choice': NoticeChoiceTable
  'accounts.agreement': AgreementTable
  'accounts.invitation': InvitationTable
  'accounts.staff_invitation': StaffInvitationTable
  'accounts.support_request': SupportRequestTable
  'accounts.account_action': AccountActionTable
}

declare module '#src/db/db.ts' {
  interface Database extends AccountsTables {}
}
