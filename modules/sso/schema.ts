/** The connection of a team with its identity provider. */
export interface ConnectionTable {
  team_id: string
  issuer: string
  client_id: string
  /** The client secret, encrypted. */
  sealed_secret: Buffer
  /** Whether people whom the team does not know yet become members at their first login. */
  adds_members: boolean
  state: 'enabled' | 'disabled'
  created_by: string
  created_at: Date
}

/** An email domain of a team, whose addresses its provider may assert once the team has proved it. */
export interface DomainTable {
  id: string
  team_id: string
  domain: string
  /** What the DNS record has to contain. */
  proof: string
  proved_at: Date | null
  created_at: Date
}

/** A person of the provider, and the account that they log in to. */
export interface IdentityTable {
  id: string
  team_id: string
  /** The provider's permanent id of the person. */
  subject: string
  account_id: string
  created_at: Date
}

/** A login at the provider that has begun in a browser. */
export interface AttemptTable {
  id: string
  team_id: string
  state_hash: string
  visitor_hash: string
  /** The administrator who tests the connection; null for a login. */
  account_id: string | null
  nonce: string
  /** The secret of PKCE. */
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
