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
import { type AccessFact, type Ending, LEAVING, type Mode } from './mode.ts'
import { SHOWN } from './shown.ts'
import { NotShownPage } from './views/not-shown-page.tsx'
import { OverPage } from './views/over-page.tsx'

type Next = () => Promise<void>

/**
 * Middleware, after the viewer is known: while a session of staff shows the pages of a customer, each address
 * outside the desk is answered with the customer's page, if it is one that is shown, or refused. When that is
 * over, nothing outside the desk is answered before the member of staff has read so: a form of the customer's
 * pages that is still open in another tab must not reach the staff account.
 */
export async function showPages(c: Ctx, fact: AccessFact | undefined, next: Next) {
  const staff = c.var.viewer
  if (!staff || !fact) return next()
  const { mode, running } = fact
  if (running) c.set('accessNotice', { kind: 'running', id: running.id, until: new Date(running.endsAt) })
  if (!mode) return next()
  const customer = mode.access && (await findViewer(c.var.db, mode.access.accountId))
  const over = endingOf(mode, staff, customer)
  if (over) return isStaffOwn(c) ? next() : answerOver(c, over, mode, customer)
  const access = mode.access as RunningAccess
  const facts = { id: access.accountId, name: customer!.name, until: new Date(access.endsAt) }
  c.set('accessNotice', { kind: isStaffOwn(c) ? 'atDesk' : 'seeing', ...facts })
  if (isStaffOwn(c)) return next()
  c.set('viewer', { ...customer!, secondFactor: 'none' })
  // Neither account's security events record it.
  c.set('accountId', null)
  c.set('inbox', { hasPendingTask: false, hasUnreadNews: false, agentOnline: false })
  c.set('banners', [])
  const refused = refusalOf(c)
  if (refused) return answerRefused(c, refused)
  await showReading(c, next, (db) => logPage(db, c, staff, access))
}

/** The desk, its live updates, leaving, and a logout are those of the member of staff. */
const isStaffOwn = ({ req: { path } }: Ctx) =>
  /^\/desk(?:\/|$)/.test(path) || path === '/logout' || path === '/live' || path === LEAVING

function endingOf({ over }: Mode, staff: Viewer, customer: Viewer | null): Ending | null {
  if (over) return over
  if (!staff.permissions.includes('desk.moderation') || staff.secondFactor === 'due') return 'permission'
  return customer && customer.role !== 'agent' ? null : 'closed'
}

/** Two routes can have the same address, so each must be one that is shown. */
function routesOf(c: Ctx) {
  return matchedRoutes(c).filter(({ path, method }) => method !== 'ALL' && !path.endsWith('*'))
}

function refusalOf(c: Ctx): 'readOnly' | 'notShown' | null {
  if (c.req.method !== 'GET') return 'readOnly'
  const matched = routesOf(c)
  return matched.length && matched.every(({ path }) => SHOWN.has(path)) ? null : 'notShown'
}

function answerRefused(c: Ctx, why: 'readOnly' | 'notShown') {
  const words = `supportAccess.problem.${why}` as const
  if (wantsJson(c) || isFragmentRequest(c)) throw new AppError('ACCESS_DENIED', {}, words)
  const title = translate(c.var.locale)('supportAccess.notShown.title')
  return page(c, <NotShownPage why={why} />, { title, shell: 'mgmt', status: 403 })
}

function answerOver(c: Ctx, why: Ending, { access }: Mode, customer: Viewer | null) {
  c.set('accountId', null)
  const wrote = c.req.method !== 'GET'
  if (wantsJson(c) || isFragmentRequest(c))
    throw new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.over')
  const title = translate(c.var.locale)('supportAccess.over.title')
  const facts = { why, wrote, name: customer?.name, accountId: access?.accountId }
  return page(c, <OverPage {...facts} />, { title, shell: 'bare', status: 403 })
}

const ANSWERED = new Error('answered')

/**
 * Answers with a database that refuses to write, then appends to the staff log, outside of that transaction
 * and before the page is sent.
 */
async function showReading(c: Ctx, next: Next, record: (db: Db) => Promise<void>) {
  const { db } = c.var
  c.set('recording', db)
  await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (reading) => {
      c.set('db', reading)
      await next()
      // Always rolled back: after an error, which the answer may hide, it cannot be committed.
      throw ANSWERED
    })
    .catch((thrown) => {
      if (thrown !== ANSWERED) throw thrown
    })
    .finally(() => c.set('db', db))
  c.header('Cache-Control', 'no-store')
  if (c.res.ok || c.res.status === 304) await record(db)
}

type RunningAccess = NonNullable<Mode['access']>

/** A picture, or a part that a page fetches, is logged only if its page was not. */
async function logPage(db: Db, c: Ctx, staff: Viewer, access: RunningAccess) {
  const { accountId, reason } = access
  const subject = c.req.path.slice(0, 300)
  const isPart = isFragmentRequest(c) || routesOf(c).some(({ path }) => SHOWN.get(path) === 'part')
  if (isPart) {
    const pages = await listOpenedPages(db, accountId)
    const record = recordOf(subject)
    if (pages.some(({ accessId, path }) => accessId === access.id && recordOf(path) === record)) return
  }
  await logDeskAction(db, staff, { accountId, action: 'see-page', subject, path: deskPathOf(access), reason })
}

/** `/mgmt/ID`, or the list: what the page and its parts have in common. */
const recordOf = (path: string) => path.split('/').slice(0, 3).join('/')
