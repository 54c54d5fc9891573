export interface SocialBindingTable {
  provider: string
  /** The provider's opaque id for the person. */
  subject: string
  nickname: string
  account_id: string
  created_at: Date
}

/** A login at a social provider; after the return it contains the person's identity, until it expires. */
export interface SocialAttemptTable {
  id: string
  state_hash: string
  visitor_hash: string
  /** The logged-in account that wants to bind; null for a login. */
  account_id: string | null
  return_url: string
  provider: string
  subject: string | null
  nickname: string | null
  expires_at: Date
  returned_at: Date | null
}

export interface SocialTables {
  'accounts.social_binding': SocialBindingTable
  'accounts.social_attempt': SocialAttemptTable
}
