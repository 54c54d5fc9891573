import { matchedRoutes } from 'hono/route'
import { findViewer, logDeskAction } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, isFragmentRequest } from '#src/http/web.ts'
import { deskPathOf, listOpenedPages } from './access.ts'
import { type Ending, LEAVING, type Mode, type ViewerAccesses } from './mode.ts'
import { VISIBLE_ROUTES } from './shown.ts'
import { AccessEndedPage } from './views/access-ended-page.tsx'
import { NotShownPage } from './views/not-shown-page.tsx'

type Next = () => Promise<void>

/**
 * Middleware, to run after the viewer is known. While a session of staff shows the pages of a customer, each
 * URL outside the desk shows the customer's page if it may be shown, and is refused otherwise. After the
 * access has ended, every URL outside the desk is refused until the member of staff has read that it ended:
 * a form on a customer's page still open in another tab must not reach the staff account.
 */
export async function showPages(c: Ctx, accesses: ViewerAccesses | undefined, next: Next) {
  const staff = c.var.viewer
  if (!staff || !accesses) return next()
  const { mode, toOwnPages } = accesses
  if (toOwnPages)
    c.set('accessNotice', { kind: 'running', id: toOwnPages.id, until: new Date(toOwnPages.endsAt) })
  if (!mode) return next()
  const customer = mode.access && (await findViewer(c.var.db, mode.access.accountId))
  const ending = endingOf(mode, staff, customer)
  if (ending) return isStaffPage(c) ? next() : respondAccessEnded(c, ending, mode, customer)
  const access = mode.access as RunningAccess
  const facts = { id: access.accountId, name: customer!.name, until: new Date(access.endsAt) }
  c.set('accessNotice', { kind: isStaffPage(c) ? 'atDesk' : 'seeing', ...facts })
  if (isStaffPage(c)) return next()
  c.set('viewer', { ...customer!, secondFactor: 'none' })
  // The request appears in neither account's security events.
  c.set('accountId', null)
  c.set('inbox', { hasPendingTask: false, hasUnreadNews: false, agentOnline: false })
  c.set('banners', [])
  const refusal = refusalOf(c)
  if (refusal) return respondRefused(c, refusal)
  await showReadOnly(c, next, (db) => logPage(db, c, staff, access))
}

/** The desk, its live updates, leaving, and logging out concern the member of staff. */
const isStaffPage = ({ req: { path } }: Ctx) =>
  /^\/desk(?:\/|$)/.test(path) || path === '/logout' || path === '/live' || path === LEAVING

function endingOf({ ending }: Mode, staff: Viewer, customer: Viewer | null): Ending | null {
  if (ending) return ending
  if (!staff.permissions.includes('desk.moderation') || staff.secondFactor === 'due') return 'permission'
  return customer && customer.role !== 'agent' ? null : 'closed'
}

/** The routes that match the request, without middleware. */
function routesOf(c: Ctx) {
  return matchedRoutes(c).filter(({ path, method }) => method !== 'ALL' && !path.endsWith('*'))
}

function refusalOf(c: Ctx): 'readOnly' | 'notShown' | null {
  if (c.req.method !== 'GET') return 'readOnly'
  // Two routes can match the same URL, so each of them must be in `VISIBLE_ROUTES`.
  const matchedGetRoutes = routesOf(c)
  return matchedGetRoutes.length && matchedGetRoutes.every(({ path }) => VISIBLE_ROUTES.has(path))
    ? null
    : 'notShown'
}

function respondRefused(c: Ctx, reason: 'readOnly' | 'notShown') {
  const messageKey = `supportAccess.problem.${reason}` as const
  if (wantsJson(c) || isFragmentRequest(c)) throw new AppError('ACCESS_DENIED', {}, messageKey)
  const title = translate(c.var.locale)('supportAccess.notShown.title')
  return page(c, <NotShownPage why={reason} />, { title, shell: 'mgmt', status: 403 })
}

function respondAccessEnded(c: Ctx, reason: Ending, { access }: Mode, customer: Viewer | null) {
  c.set('accountId', null)
  const wasForm = c.req.method !== 'GET'
  if (wantsJson(c) || isFragmentRequest(c))
    throw new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.over')
  const title = translate(c.var.locale)('supportAccess.over.title')
  const facts = { reason, wasForm, name: customer?.name, accountId: access?.accountId }
  return page(c, <AccessEndedPage {...facts} />, { title, shell: 'bare', status: 403 })
}

const ROLLBACK = new Error('answered')

/**
 * Handles the request in a read-only transaction, then writes to the staff log outside the transaction,
 * before the page is sent.
 */
async function showReadOnly(c: Ctx, next: Next, logView: (db: Db) => Promise<void>) {
  const { db } = c.var
  c.set('writableDb', db)
  await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (readOnlyDb) => {
      c.set('db', readOnlyDb)
      await next()
      // Always rolls back: after an error that the response may hide, the transaction could not be
      // committed.
      throw ROLLBACK
    })
    .catch((error) => {
      if (error !== ROLLBACK) throw error
    })
    .finally(() => c.set('db', db))
  c.header('Cache-Control', 'no-store')
  if (c.res.ok || c.res.status === 304) await logView(db)
}

type RunningAccess = NonNullable<Mode['access']>

/** Logs a page. A picture, or a part that a page fetches, is logged only if its page was not. */
async function logPage(db: Db, c: Ctx, staff: Viewer, access: RunningAccess) {
  const { accountId, reason } = access
  const subject = c.req.path.slice(0, 300)
  const isPart = isFragmentRequest(c) || routesOf(c).some(({ path }) => VISIBLE_ROUTES.get(path) === 'part')
  if (isPart) {
    const pages = await listOpenedPages(db, accountId)
    const pageRoot = pageRootOf(subject)
    if (pages.some(({ accessId, path }) => accessId === access.id && pageRootOf(path) === pageRoot)) return
  }
  await logDeskAction(db, staff, { accountId, action: 'see-page', subject, path: deskPathOf(access), reason })
}

/** `/mgmt/ID`, or the path of a list: the common beginning of the paths of a page and its parts. */
const pageRootOf = (path: string) => path.split('/').slice(0, 3).join('/')
