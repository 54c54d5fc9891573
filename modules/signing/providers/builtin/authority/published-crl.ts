import { DAY, HOUR, now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { makeCrl } from '../pades/archive/crl.ts'
import { authorityState, openAuthority } from './authority.ts'
import { issuerOf, issuersOf } from './issuer.ts'

interface Published {
  at: Date
  state: string
  crl: Promise<Uint8Array | null>
}

const published = new WeakMap<Db, Map<number, Published>>()

/**
 * The public certificate revocation list of one of our authorities, as DER: renewed every hour and after
 * each revocation, valid for a week. Null if there is no such authority, or its key was lost.
 */
export async function publishedCrl(db: Db, id: number): Promise<Uint8Array | null> {
  const authority = await openAuthority(db)
  const state = await authorityState(db)
  const lists = published.get(db) ?? new Map<number, Published>()
  published.set(db, lists)
  const known = lists.get(id)
  const at = now()
  if (known?.state === state && Math.abs(at.getTime() - known.at.getTime()) < HOUR) return known.crl
  const issuer = issuersOf(issuerOf(authority)).find((one) => one.id === id)
  if (!issuer) return null
  const crl = makeCrl(issuer, { from: at, until: new Date(at.getTime() + 7 * DAY) })
  lists.set(id, { at, state, crl })
  crl.catch(() => lists.delete(id))
  return crl
}
