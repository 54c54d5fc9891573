import type { Generated } from 'kysely'
import type { Locale } from '#src/i18n.ts'
import type { Role } from '#src/viewer.ts'

export interface TeamTable {
  id: string
  name: string
  created_at: Date
}

export type AccountState = 'active' | 'disabled' | 'frozen'
export type Identity = 'individual' | 'company'

export interface AccountTable {
  id: string
  team_id: string
  username: string
  email: string | null
  mobile: string | null
  name: string
  identity: Identity
  department: string
  role: Role
  state: Generated<AccountState>
  password_hash: string
  locale: Locale
  agreed_at: Date
  created_at: Date
}

export type CodePurpose = 'register' | 'password'

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

export interface AccountsTables {
  'accounts.team': TeamTable
  'accounts.account': AccountTable
  'accounts.verification_code': VerificationCodeTable
}
