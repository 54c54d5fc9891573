import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { openKey } from '../pades/sealed-key.ts'

/** The row of our own authority: its certificate as DER, its key sealed with SECRET_KEY. */
export function findOwnAuthority(db: Db) {
  return db
    .selectFrom('signing.authority')
    .select(['certificate', 'sealed_key'])
    .where('id', '=', 1)
    .executeTakeFirst()
}

export type OwnAuthorityRow = NonNullable<Awaited<ReturnType<typeof findOwnAuthority>>>

/** The authority's key as PKCS #8. Throws SigningFault when SECRET_KEY is not the one that sealed it. */
export const openOwnKey = ({ sealed_key, certificate }: OwnAuthorityRow) =>
  openKey(config.secretKey, sealed_key, certificate)
