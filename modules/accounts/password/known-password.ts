import { endAllSessions } from '#src/auth/session.ts'
import type { Db } from '#src/db/db.ts'
import { forgetDevices } from '../factors/remembered-device.ts'
import { NO_PASSWORD, passwordFits } from './password.ts'

const remainingAccounts = (db: Db) =>
  db
    .selectFrom('accounts.account as account')
    .innerJoin('accounts.team as team', 'team.id', 'account.team_id')
    .select(['account.id', 'username', 'account.name', 'email', 'role', 'password_hash', 'team.name as team'])
    .where('state', '!=', 'erased')
    .orderBy('account.id')

export type PasswordOwner = Awaited<ReturnType<typeof listAccounts>>[number]

/** Accounts of every state except erased: those with these usernames, or all. */
export const listAccounts = (db: Db, usernames?: string[]) =>
  remainingAccounts(db)
    .$if(usernames !== undefined, (query) => query.where('username', 'in', usernames!))
    .execute()

/** The accounts that have this password; checking one account takes some hundredths of a second. */
export async function accountsWithPassword(
  accounts: PasswordOwner[],
  password: string,
): Promise<PasswordOwner[]> {
  const owners: PasswordOwner[] = []
  for (const account of accounts)
    if (await passwordFits(account.password_hash, password)) owners.push(account)
  return owners
}

/** Makes the password invalid for every login; the owner sets a new one by mail. */
export async function disablePassword(trx: Db, id: string) {
  await trx.updateTable('accounts.account').set({ password_hash: NO_PASSWORD }).where('id', '=', id).execute()
  await forgetDevices(trx, id)
  await endAllSessions(trx, id)
}
