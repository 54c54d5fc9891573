import type { Scope } from '#src/http/programs/operation.ts'

/** An API key of a team. Only the hash of the key itself is stored. */
export interface KeyTable {
  id: string
  team_id: string
  name: string
  token_hash: string
  /** The first characters of the key, by which its owner recognises it. */
  token_start: string
  scopes: Scope[]
  /** The addresses and networks (CIDR) from which the key may be used; empty for all. */
  networks: string[]
  created_by: string
  created_at: Date
  expires_at: Date
  /** The last use, precise to a minute. */
  used_at: Date | null
  revoked_at: Date | null
  revoked_by: string | null
}

/** The response to a request with an Idempotency-Key, stored for a day. */
export interface IdempotentRequestTable {
  key_id: string
  idempotency_key: string
  /** The hash of method, path and body. */
  fingerprint: string
  status: number
  body: string
  created_at: Date
}

export interface ApiTables {
  'api.key': KeyTable
  'api.idempotent_request': IdempotentRequestTable
}

declare module '#src/db/db.ts' {
  interface Database extends ApiTables {}
}
