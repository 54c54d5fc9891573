import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia'
import { DAY, now } from './clock.ts'
import { config } from './config.ts'
import type { Db } from './database.ts'
import { hashOf, newToken } from './secrets.ts'

/** However busy it is, a session ends thirty days after the login. */
const LONGEST = 30 * DAY

/** lucia keeps session ids as they are; this adapter stores their SHA-256, so a dump opens nothing. */
function adapter(db: Db): Adapter {
  const asLucia = (id: string, row: { account_id: string; expires_at: Date }): DatabaseSession => ({
    id,
    userId: row.account_id,
    expiresAt: row.expires_at,
    attributes: {},
  })
  return {
    getSessionAndUser: async (id) => {
      const row = await db
        .selectFrom('platform.session')
        .select(['account_id', 'expires_at', 'created_at'])
        .where('id_hash', '=', hashOf(id))
        .executeTakeFirst()
      if (!row || row.created_at.getTime() + LONGEST < now().getTime()) return [null, null]
      return [asLucia(id, row), { id: row.account_id, attributes: {} }]
    },
    getUserSessions: async (accountId) => {
      const rows = await db
        .selectFrom('platform.session')
        .selectAll()
        .where('account_id', '=', accountId)
        .execute()
      return rows.map((row) => asLucia(row.id_hash, row))
    },
    setSession: async ({ id, userId, expiresAt }) => {
      await db
        .insertInto('platform.session')
        .values({ id_hash: hashOf(id), account_id: userId, expires_at: expiresAt, created_at: now() })
        .execute()
    },
    updateSessionExpiration: async (id, expires_at) => {
      await db.updateTable('platform.session').set({ expires_at }).where('id_hash', '=', hashOf(id)).execute()
    },
    deleteSession: async (id) => {
      await db.deleteFrom('platform.session').where('id_hash', '=', hashOf(id)).execute()
    },
    deleteUserSessions: async (accountId) => {
      await db.deleteFrom('platform.session').where('account_id', '=', accountId).execute()
    },
    deleteExpiredSessions: async () => {
      await db.deleteFrom('platform.session').where('expires_at', '<', now()).execute()
    },
  }
}

/** Inactive for a day: logged out. Half-way through, lucia pushes the end further. */
function lucia(db: Db) {
  return new Lucia(adapter(db), { sessionExpiresIn: new TimeSpan(1, 'd') })
}

export const SESSION_COOKIE = config.secure ? '__Host-session' : 'session'

/** Begins a session and returns its token, to be put into the cookie and nowhere else. */
export async function beginSession(db: Db, accountId: string): Promise<string> {
  return (await lucia(db).createSession(accountId, {}, { sessionId: newToken() })).id
}

export async function sessionAccount(db: Db, token: string): Promise<string | null> {
  if (token.length > 64) return null
  return (await lucia(db).validateSession(token)).user?.id ?? null
}

export async function endSession(db: Db, token: string) {
  await lucia(db).invalidateSession(token)
}

export async function endAllSessions(db: Db, accountId: string) {
  await lucia(db).invalidateUserSessions(accountId)
}

export async function forgetOldSessions(db: Db) {
  await lucia(db).deleteExpiredSessions()
}
