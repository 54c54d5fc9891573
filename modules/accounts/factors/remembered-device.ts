import { DAY, fromNow, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf, newToken } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { readCookie, writeCookie } from '#src/http/cookies.ts'
import type { Ctx } from '#src/http/web.ts'
import { deviceName } from '#views/values/device-name.ts'
import { logAccountAction } from '../account-log.ts'
import { sendNoticeLater } from '../notice-mail.ts'

/** The cookie of a remembered browser, which replaces the second factor, not the password. */
const COOKIE = config.secure ? '__Host-remembered' : 'remembered'
const VALID_FOR = 30 * DAY

interface Owner {
  id: string
  email: string | null
  locale: Locale
}

/**
 * Remembers the browser for thirty days, in the transaction of the login, and mails the owner. Returns the
 * token for its cookie.
 */
export async function rememberDevice(trx: Db, owner: Owner, device: string): Promise<string> {
  const token = newToken()
  const { id: account_id, email, locale } = owner
  await logAccountAction(trx, owner, 'remember-device')
  const values = { device: deviceName(device) || '–' }
  if (email) await sendNoticeLater(trx, { to: email, locale, about: 'deviceRemembered', values })
  await trx
    .insertInto('accounts.remembered_device')
    .values({
      id: newId(),
      account_id,
      token_hash: hashOf(token),
      device: device.slice(0, 200),
      created_at: now(),
      last_used_at: now(),
      expires_at: fromNow(VALID_FOR),
    })
    .execute()
  return token
}

export function putRemembered(c: Ctx, token: string) {
  writeCookie(c, COOKIE, token, { httpOnly: true, maxAge: VALID_FOR / 1000 })
}

/** Whether this browser is remembered for the account; records the use. */
export async function isRemembered(c: Ctx, accountId: string): Promise<boolean> {
  const token = readCookie(c, COOKIE)
  if (!token) return false
  const update = await c.var.db
    .updateTable('accounts.remembered_device')
    .set({ last_used_at: now() })
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hashOf(token.slice(0, 100)))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return update.numUpdatedRows === 1n
}

/** The remembered devices of an account, the last used first, as a query that others can join. */
export const rememberedDevices = (db: Db, accountId: string) =>
  db
    .selectFrom('accounts.remembered_device')
    .select(['id', 'device', 'created_at', 'last_used_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now())
    .orderBy('last_used_at', 'desc')
    .limit(100)

/** Forgets one device of an account, or all; returns their number. */
export async function forgetDevices(trx: Db, accountId: string, id?: string): Promise<number> {
  let query = trx.deleteFrom('accounts.remembered_device').where('account_id', '=', accountId)
  if (id) query = query.where('id', '=', id)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** Forgets one of the viewer's devices, or all, logs it and mails the owner; returns their number. */
export async function forgetOwnDevices(db: Db, viewer: Viewer, locale: Locale, id?: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const forgottenCount = await forgetDevices(trx, viewer.id, id)
    if (!forgottenCount) return 0
    await logAccountAction(trx, viewer, id ? 'forget-device' : 'forget-devices')
    if (viewer.email) await sendNoticeLater(trx, { to: viewer.email, locale, about: 'deviceForgotten' })
    return forgottenCount
  })
}

export async function deleteOldDevices(db: Db) {
  await db.deleteFrom('accounts.remembered_device').where('expires_at', '<', now()).execute()
}
