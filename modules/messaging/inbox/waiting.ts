import type { Db } from '#src/db/db.ts'
import { ofAccount, tell } from '#src/live/tell.ts'

/** Tells the open pages of these accounts that what waits for them has changed. */
export const tellWaiting = (trx: Db, accountIds: string[]) =>
  tell(trx, [...new Set(accountIds)].map(ofAccount), 'todo')
