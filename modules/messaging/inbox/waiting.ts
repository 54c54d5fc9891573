import type { Db } from '#src/db/db.ts'
import { notifyLive, ofAccount } from '#src/live/notify.ts'

/** Notifies the open pages of these accounts that their waiting items have changed. */
export const notifyWaiting = (trx: Db, accountIds: string[]) =>
  notifyLive(trx, [...new Set(accountIds)].map(ofAccount), 'todo')
