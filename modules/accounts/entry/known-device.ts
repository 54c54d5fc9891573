import { DAY, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { keyedHash, sameText } from '#src/core/secrets.ts'
import { readCookie, writeCookie } from '#src/http/cookies.ts'
import type { Ctx } from '#src/http/web.ts'

/**
 * A cookie that proves an earlier login to an account from this browser. It gives no access, but its owner
 * may still try the password while strangers are locked out. A new password invalidates it.
 */
const DEVICE_COOKIE = config.secure ? '__Host-device' : 'device'
const VALID_FOR = 180 * DAY

interface DeviceAccount {
  id: string
  password_hash: string
}

export function putDevice(c: Ctx, account: DeviceAccount) {
  const issuedAt = String(now().getTime())
  const value = `${issuedAt}.${markOf(account, issuedAt)}`
  writeCookie(c, DEVICE_COOKIE, value, { httpOnly: true, maxAge: VALID_FOR / 1000 })
}

export function isKnownDevice(c: Ctx, account: DeviceAccount | undefined): boolean {
  const [issued = '', mark = ''] = (readCookie(c, DEVICE_COOKIE) ?? '').split('.')
  if (!account || now().getTime() - Number(issued) > VALID_FOR) return false
  return sameText(mark, markOf(account, issued))
}

const markOf = ({ id, password_hash }: DeviceAccount, issuedAt: string) =>
  keyedHash(config.secretKey, `device ${id} ${password_hash} ${issuedAt}`)
