import { answer, wantsJson } from '#src/envelope.ts'
import { log } from '#src/log.ts'
import { clientAddress } from '#src/security.ts'
import { beginSession, endSession } from '#src/session.ts'
import { type Ctx, goTo } from '#src/web.tsx'
import type { Entrant } from './account.ts'
import { keepAgreement } from './agreement.ts'
import { putSession, sessionToken } from './cookies.ts'
import { putDevice } from './known-device.ts'

/** The one door in: a new session in place of the browser's old one, and what was agreed to on the way. */
export async function enter(c: Ctx, account: Entrant, way: string, returnUrl: string): Promise<Response> {
  const { db, locale } = c.var
  const old = sessionToken(c)
  if (old) await endSession(db, old)
  await keepAgreement(db, account.id, locale)
  const address = clientAddress(c)
  const device = c.req.header('user-agent') ?? ''
  putSession(c, await beginSession(db, account.id, { device, address }))
  putDevice(c, account)
  log.info({ event: 'entered', way, account: account.id, address }, 'login succeeded')
  return wantsJson(c) ? answer(c, { returnUrl }) : goTo(c, returnUrl)
}
