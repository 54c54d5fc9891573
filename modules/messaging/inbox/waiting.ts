import type { Db } from '#src/db/db.ts'
import { notifyLive, ofAccount } from '#src/live/tell.ts'

/** Tells the open pages of these accounts that what waits for them has changed. */
export const tellWaiting = (trx: Db, accountIds: string[]) =>
  notifyLive(trx, [...new Set(accountIds)].map(ofAccount), 'todo')
