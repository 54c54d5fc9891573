import { DAY, HOUR, now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { makeCrl } from '../pades/archive/crl.ts'
import { openAuthority } from './authority.ts'

const published = new WeakMap<Db, { at: Date; crl: Promise<Uint8Array> }>()

/** Our public certificate revocation list, as DER: renewed every hour, valid for a week. */
export function publishedCrl(db: Db): Promise<Uint8Array> {
  const known = published.get(db)
  const at = now()
  if (known && Math.abs(at.getTime() - known.at.getTime()) < HOUR) return known.crl
  const until = new Date(at.getTime() + 7 * DAY)
  const crl = openAuthority(db).then((authority) => makeCrl(authority, { from: at, until }))
  published.set(db, { at, crl })
  crl.catch(() => published.delete(db))
  return crl
}
