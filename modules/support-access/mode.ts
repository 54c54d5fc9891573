import { type Expression, sql } from 'kysely'
import { findViewer, logDeskAction, sessionToken } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { routeOf } from '#src/http/refusals.ts'
import type { Ctx } from '#src/http/web.ts'
import { onlyReading } from './read-only.ts'
import { SHOWN } from './shown.ts'

export interface AccessFact {
  /** The access in which this session shows the pages of a customer. */
  seeing: { id: string; accountId: string; endsAt: string } | null
  /** The access that runs to the viewer's own pages. */
  running: { id: string; endsAt: string } | null
}

/**
 * A running access: allowed, its hour not over, and neither the password changed nor the other sessions of
 * the account ended since.
 */
const runs = () => sql<boolean>`access.state = 'allowed' and access.ends_at > ${now()}
  and not exists (select 1 from platform.security_event event where event.account_id = access.account_id
    and event.kind in ('password', 'sessions-ended', 'state') and event.created_at >= access.decided_at)`

/** For the query that finds the viewer. The mode belongs to one session of the one who asked. */
export const accessOf = (accountId: Expression<string>, token: string | undefined) =>
  sql<AccessFact>`jsonb_build_object(
    'seeing', (select jsonb_build_object('id', access.id, 'accountId', access.account_id,
        'endsAt', access.ends_at)
      from support_access.access access
      where access.session_hash = ${token ? hashOf(token) : ''} and access.staff_id = ${accountId}
        and ${runs()}),
    'running', (select jsonb_build_object('id', access.id, 'endsAt', access.ends_at)
      from support_access.access access where access.account_id = ${accountId} and ${runs()}))`

/** The desk stays the desk, and a logout ends the session of the member of staff. */
const isOwn = ({ req }: Ctx) => /^\/desk(?:\/|$)/.test(req.path) || req.path === '/logout'

/**
 * Middleware, after the viewer is known: in the mode every address outside the desk shows the pages of the
 * customer, if it is one that may be seen, and nothing passes that could change something.
 */
export async function keepReadOnly(c: Ctx, fact: AccessFact | undefined, next: () => Promise<void>) {
  const staff = c.var.viewer
  const may = staff?.permissions.includes('desk.moderation') && staff.secondFactor !== 'due'
  if (!staff || !fact) return next()
  const { seeing, running } = fact
  if (running) c.set('accessNotice', { kind: 'running', id: running.id, until: new Date(running.endsAt) })
  if (!seeing || !may) return next()
  const { endsAt, accountId } = seeing
  const customer = await findViewer(c.var.db, accountId)
  if (!customer || customer.role === 'agent') return next()
  c.set('accessNotice', { kind: 'seeing', id: accountId, name: customer.name, until: new Date(endsAt) })
  if (isOwn(c)) return next()
  // A refusal is not recorded as an event of either account's security.
  c.set('accountId', null)
  if (c.req.method !== 'GET') throw new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.readOnly')
  if (!SHOWN.has(routeOf(c))) throw new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.notShown')
  await logPage(c.var.db, { staff, access: seeing, path: c.req.path })
  c.set('viewer', { ...customer, secondFactor: 'none' })
  c.set('inbox', { hasPendingTask: false, hasUnreadNews: false, agentOnline: false })
  c.set('banners', [])
  c.set('db', c.var.db.withPlugin(onlyReading))
  await next()
}

interface Opened {
  staff: Viewer
  access: { id: string; accountId: string }
  path: string
}

/** Written before the page is made, so that none is seen without an entry. */
const logPage = (db: Db, { staff, access, path }: Opened) =>
  db.transaction().execute(async (trx) => {
    const row = { id: newId(now()), access_id: access.id, path: path.slice(0, 300), at: now() }
    await trx.insertInto('support_access.opened_page').values(row).execute()
    const { accountId } = access
    await logDeskAction(trx, staff, { accountId, action: 'see-page', subject: row.path, reason: '' })
  })

export const tokenHash = (c: Ctx) => hashOf(sessionToken(c) ?? '')
