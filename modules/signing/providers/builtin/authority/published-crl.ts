import { DAY, HOUR, now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { makeCrl } from '../pades/archive/crl.ts'
import { authorityState, openAuthority } from './authority.ts'
import { issuerOf, issuersOf } from './issuer.ts'

interface CachedList {
  publishedAt: Date
  state: string
  crl: Promise<Uint8Array | null>
}

const cachedLists = new WeakMap<Db, Map<number, CachedList>>()

/**
 * The public certificate revocation list of one of our authorities, as DER: renewed every hour and after
 * each revocation, valid for a week. Null if there is no such authority, or its key was lost.
 */
export async function publishedCrl(db: Db, id: number): Promise<Uint8Array | null> {
  const authority = await openAuthority(db)
  const state = await authorityState(db)
  const lists = cachedLists.get(db) ?? new Map<number, CachedList>()
  cachedLists.set(db, lists)
  const cached = lists.get(id)
  const issuedAt = now()
  if (cached?.state === state && Math.abs(issuedAt.getTime() - cached.publishedAt.getTime()) < HOUR)
    return cached.crl
  const issuer = issuersOf(issuerOf(authority)).find((one) => one.id === id)
  if (!issuer) return null
  const crl = makeCrl(issuer, { from: issuedAt, until: new Date(issuedAt.getTime() + 7 * DAY) })
  lists.set(id, { publishedAt: issuedAt, state, crl })
  crl.catch(() => lists.delete(id))
  return crl
}
