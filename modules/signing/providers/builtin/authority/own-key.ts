import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { openKey } from '../pades/sealed-key.ts'

/** The rows of our authorities, oldest first: certificates as DER, keys sealed with SECRET_KEY. */
export function listAuthorities(db: Db) {
  return db
    .selectFrom('signing.authority')
    .select(['id', 'kind', 'issuer_id', 'certificate', 'sealed_key', 'retired_at'])
    .where('kind', 'in', ['root', 'intermediate'])
    .orderBy('id')
    .execute()
}

export type AuthorityRow = Awaited<ReturnType<typeof listAuthorities>>[number]

/**
 * The authority that issues certificates now: the intermediate, or a root of an earlier version, which
 * issues them itself.
 */
export function currentAuthority(rows: AuthorityRow[]): AuthorityRow | undefined {
  const current = rows.filter(({ retired_at }) => retired_at === null)
  return current.find(({ kind }) => kind === 'intermediate') ?? current.find(({ kind }) => kind === 'root')
}

type SealedKey = Pick<AuthorityRow, 'sealed_key' | 'certificate'>

/** An authority's key as PKCS #8. Throws SigningFault if it was encrypted with another SECRET_KEY. */
export const openOwnKey = ({ sealed_key, certificate }: SealedKey): Buffer =>
  openKey(config.secretKey, sealed_key, certificate)
