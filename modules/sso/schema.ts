/** The connection of a team with its identity provider. */
export interface ConnectionTable {
  team_id: string
  issuer: string
  client_id: string
  /** The client secret, encrypted. */
  sealed_secret: Buffer
  /** Whether people who are not yet members become members at their first login. */
  adds_members: boolean
  state: 'enabled' | 'disabled'
  created_by: string
  created_at: Date
}

/** A team's email domain. Once the team has proved it, the team's provider may assert its addresses. */
export interface DomainTable {
  id: string
  team_id: string
  domain: string
  /** The value that the DNS record has to contain. */
  proof: string
  proved_at: Date | null
  created_at: Date
}

/** A person at the provider, and the account to which the person logs in. */
export interface IdentityTable {
  id: string
  team_id: string
  /** The provider's permanent id of the person. */
  subject: string
  account_id: string
  created_at: Date
}

/** A login at the provider that a browser has begun. */
export interface AttemptTable {
  id: string
  team_id: string
  state_hash: string
  visitor_hash: string
  /** The administrator who tests the connection; null for a login. */
  account_id: string | null
  nonce: string
  /** The PKCE code verifier. */
  verifier: string
  return_url: string
  expires_at: Date
  returned_at: Date | null
}

export interface SsoTables {
  'sso.connection': ConnectionTable
  'sso.domain': DomainTable
  'sso.identity': IdentityTable
  'sso.attempt': AttemptTable
}

declare module '#src/db/db.ts' {
  interface Database extends SsoTables {}
}
