/** An authenticator app (`totp`) or a passkey, which confirms a login besides the password. */
export interface FactorTable {
  id: string
  account_id: string
  kind: 'totp' | 'passkey'
  name: string
  /** The secret of an authenticator app, encrypted. */
  sealed_secret: Buffer | null
  /** The time step of the last used code; codes of this step and of earlier ones are used up. */
  last_step: number | null
  credential_id: string | null
  public_key: Buffer | null
  counter: number | null
  transports: string[] | null
  created_at: Date
  last_used_at: Date | null
}

export interface RecoveryCodeTable {
  account_id: string
  code_hash: string
  used_at: Date | null
}

/** A browser in which the account logs in without its second factor for thirty days. */
export interface RememberedDeviceTable {
  id: string
  account_id: string
  token_hash: string
  device: string
  created_at: Date
  last_used_at: Date
  expires_at: Date
}

/** A login that waits only for the second factor; it belongs to one browser. */
export interface SecondStepTable {
  token_hash: string
  visitor_hash: string
  account_id: string
  /** A digest of the password's hash: a new password ends the login. */
  password_mark: string
  way: string
  return_url: string
  /** The social login that will be bound to the account. */
  social_id: string | null
  expires_at: Date
}

export interface FactorTables {
  'accounts.factor': FactorTable
  'accounts.recovery_code': RecoveryCodeTable
  'accounts.remembered_device': RememberedDeviceTable
  'accounts.second_step': SecondStepTable
}
