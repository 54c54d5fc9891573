import type { Generated } from 'kysely'
import type { ErrorCode } from '#src/errors.ts'
import type { AccountAction } from './account-log.ts'
import type { DeskDeed } from './desk-accounts.ts'

export interface InvitationTable {
  id: string
  team_id: string
  inviter_id: string
  email: string
  token_hash: string
  /** Why the invited could not accept when they last tried. */
  problem: ErrorCode | null
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  accepted_by: string | null
  withdrawn_at: Date | null
}

export interface SupportRequestTable {
  id: string
  account_id: string
  kind: 'deletion'
  words: string
  created_at: Date
  closed_at: Date | null
}

export interface AccountActionTable {
  id: string
  account_id: string
  actor_id: string
  action: AccountAction
  at: Date
}

export interface DeskActionTable {
  id: string
  account_id: string
  staff_id: string
  deed: DeskDeed
  reason: string
  at: Date
}

export interface MembersTables {
  'accounts.invitation': InvitationTable
  'accounts.support_request': SupportRequestTable
  'accounts.account_action': AccountActionTable
  'accounts.desk_action': DeskActionTable
}

/** Counts edits; an edit names the version it started from. */
export type Version = Generated<number>
