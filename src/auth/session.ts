import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia'
import { DAY, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { hashOf, newToken } from '#src/core/secrets.ts'
import type { Database, Db } from '#src/db/db.ts'
import { notifyLive, ofAccount } from '#src/live/notify.ts'

/** A session ends thirty days after the login, even if it is active. */
const MAX_AGE_MS = 30 * DAY

/**
 * An adapter for lucia that stores the SHA-256 of session ids instead of the ids, so that a dump of the
 * database contains no usable id.
 */
function adapter(db: Db, people: People = accountsWithSessions(db)): Adapter {
  const asLucia = (id: string, row: { account_id: string; expires_at: Date }): DatabaseSession => ({
    id,
    userId: row.account_id,
    expiresAt: row.expires_at,
    attributes: {},
  })
  return {
    getSessionAndUser: async (id) => {
      const row = await db
        .selectFrom('platform.session as session')
        .leftJoin(people.as('person'), 'person.id', 'session.account_id')
        .select(['account_id', 'expires_at', 'created_at'])
        .selectAll('person')
        .where('id_hash', '=', hashOf(id))
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now())
        .executeTakeFirst()
      if (!row || row.created_at.getTime() + MAX_AGE_MS < now().getTime()) return [null, null]
      const { account_id, expires_at, created_at, ...person } = row
      const attributes = { person, since: created_at }
      return [asLucia(id, { account_id, expires_at }), { id: account_id, attributes }]
    },
    getUserSessions: async (accountId) => {
      const rows = await db
        .selectFrom('platform.session')
        .selectAll()
        .where('account_id', '=', accountId)
        .execute()
      return rows.map((row) => asLucia(row.id_hash, row))
    },
    setSession: async ({ id, userId, expiresAt, attributes }) => {
      await db
        .insertInto('platform.session')
        .values({
          id_hash: hashOf(id),
          account_id: userId,
          expires_at: expiresAt,
          created_at: now(),
          ...(attributes as Login),
        })
        .execute()
    },
    updateSessionExpiration: async (id, expires_at) => {
      await db.updateTable('platform.session').set({ expires_at }).where('id_hash', '=', hashOf(id)).execute()
    },
    deleteSession: async (id) => {
      const endedRow = await db
        .deleteFrom('platform.session')
        .where('id_hash', '=', hashOf(id))
        .returning('account_id')
        .executeTakeFirst()
      if (endedRow) await notifyLive(db, [ofAccount(endedRow.account_id)], 'todo')
    },
    deleteUserSessions: async (accountId) => {
      await endElsewhere(db, accountId, {})
    },
    deleteExpiredSessions: async () => {
      await db.deleteFrom('platform.session').where('expires_at', '<', now()).execute()
    },
  }
}

const accountsWithSessions = (db: Db): People =>
  db.selectFrom('platform.session').select('account_id as id').distinct()

/** A session ends after a day of inactivity; lucia extends it after half of that time. */
function lucia(db: Db, people?: People) {
  return new Lucia(adapter(db, people), {
    sessionExpiresIn: new TimeSpan(1, 'd'),
    getUserAttributes: (attributes) => attributes,
  })
}

export const SESSION_COOKIE = config.secure ? '__Host-session' : 'session'

/** Where a user logged in: the browser's user agent and the network address. */
export interface Login {
  device: string
  address: string
}

/** Begins a session and returns its token, which must only be stored in the cookie. */
export async function beginSession(
  db: Db,
  accountId: string,
  login: Login = { device: '', address: '' },
): Promise<string> {
  const attributes = { device: login.device.slice(0, 200), address: login.address }
  return (await lucia(db).createSession(accountId, attributes, { sessionId: newToken() })).id
}

/** A query for all accounts that may log in, with `id`. The module that owns accounts provides it. */
export type People<Row extends { id: string } = { id: string }> = SelectQueryBuilder<Database, never, Row>

/**
 * The account of the session, its row in `people` and the time of the login, in one query. Null for an
 * invalid token; the row is null if the account may not log in. `passive`: does not extend the session.
 */
export async function findSession<Row extends { id: string }>(
  db: Db,
  token: string,
  people: People<Row>,
  passive = false,
) {
  if (token.length > 64) return null
  const adapterForPeople = adapter(db, people as never)
  const user = passive
    ? (await adapterForPeople.getSessionAndUser(token))[1]
    : (await lucia(db, people as never).validateSession(token)).user
  if (!user) return null
  const attributes = ('attributes' in user ? user.attributes : user) as {
    person: Row | { id: null }
    since: Date
  }
  const { person, since } = attributes
  return { accountId: user.id, person: person.id === null ? null : person, since }
}

/** Whether an invalid session was ended from elsewhere rather than expired. */
export async function wasEnded(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('platform.session')
    .select('id')
    .where('id_hash', '=', hashOf(token))
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export interface OpenSession extends Login {
  id: string
  created_at: Date
  /** Whether `token` belongs to this session. */
  isCurrent: boolean
}

/** The open sessions of an account, newest first, as a query that others can join. */
export const openSessions = (db: Db, accountId: string) =>
  db
    .selectFrom('platform.session')
    .select(['id', 'id_hash', 'device', 'address', 'created_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('created_at', 'desc')
    .limit(100)

/** A subquery: the number of open sessions of an account. */
export const openSessionCount = (accountId: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from platform.session where account_id = ${accountId}
    and ended_at is null and expires_at > ${now()})`

export function asOpenSession(
  { id_hash, ...row }: Login & { id: string; id_hash: string; created_at: Date },
  token: string,
): OpenSession {
  return { ...row, isCurrent: id_hash === hashOf(token) }
}

export async function listSessions(db: Db, accountId: string, token: string): Promise<OpenSession[]> {
  return (await openSessions(db, accountId).execute()).map((row) => asOpenSession(row, token))
}

/** Ends other sessions of an account: one by its id, all except `keep`, or all. Returns their number. */
export async function endElsewhere(
  db: Db,
  accountId: string,
  selection: { id?: string; keep?: string },
): Promise<number> {
  let query = db
    .updateTable('platform.session')
    .set({ ended_at: now() })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  if (selection.id) query = query.where('id', '=', selection.id)
  if (selection.keep) query = query.where('id_hash', '!=', hashOf(selection.keep))
  const endedRows = await query.returning('expires_at').execute()
  await notifyLive(db, [ofAccount(accountId)], 'todo')
  return endedRows.filter(({ expires_at }) => expires_at > now()).length
}

export async function endSession(db: Db, token: string) {
  await lucia(db).invalidateSession(token)
}

export async function endAllSessions(db: Db, accountId: string) {
  await lucia(db).invalidateUserSessions(accountId)
}

export async function deleteExpiredSessions(db: Db) {
  await lucia(db).deleteExpiredSessions()
}
