import { Hono } from 'hono'
import { type Expression, sql } from 'kysely'
import { findRefusal, storeLanguage } from '#modules/accounts/account.ts'
import { refuseForRole } from '#modules/accounts/desk/staff/role-needed.tsx'
import { findVisitor, sessionToken } from '#modules/accounts/index.ts'
import { bannersFor, dismissedBy } from '#modules/announcements/index.ts'
import { programRoutes } from '#modules/api/index.ts'
import { routes as pageRoutes } from '#modules/pages/index.ts'
import { siteMenus } from '#modules/site/index.ts'
import { accessOf, showPages, type ViewerAccesses } from '#modules/support-access/index.ts'
import { deskPermission } from '#src/auth/desk-areas.ts'
import { wasEnded } from '#src/auth/session.ts'
import { config } from '#src/core/config.ts'
import { AppError, type ErrorCode, notFound } from '#src/core/errors.ts'
import { isLocale, type Locale, preferredLocale } from '#src/core/i18n.ts'
import { isToken, newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { assetRoutes } from '#src/http/asset-routes.ts'
import { networkOf } from '#src/http/client-address.ts'
import { LOCALE_COOKIE, readCookie, writeCookie } from '#src/http/cookies.ts'
import { csrfProtection } from '#src/http/csrf.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { errorAnswer } from '#src/http/errors/error-page.tsx'
import { pageRenderer } from '#src/http/page.tsx'
import { logRefused, recordRefusedAccess, routeOf } from '#src/http/refusals.ts'
import { routeAt } from '#src/http/route-names.ts'
import { pageBefore, securityHeaders } from '#src/http/security.ts'
import { signedQuery } from '#src/http/signed-query.ts'
import { type Ctx, type Env, goTo, isFragmentRequest, pathWithQuery, type routes } from '#src/http/web.ts'
import { asCustomer, type Customer } from '#src/jobs/fair-queue.ts'
import type { Inbox } from '#src/live/inbox.ts'
import { accessRoutes } from '#src/pages/access-routes.tsx'
import { apiRoutes } from '#src/pages/api-routes.ts'
import { LIVE, liveRoutes } from '#src/pages/live.ts'
import { mailRoutes } from '#src/pages/mail-gallery.tsx'
import { outboxRoutes } from '#src/pages/outbox.tsx'
import { viewRoutes } from '#src/pages/view-gallery.tsx'
import {
  findWaiting,
  NOTHING_WAITS,
  waitingFor,
  waitingForCustomer,
  waitsForViewer,
} from '#src/pages/waiting.ts'
import { healthRoutes } from './health.ts'
import { observeRequest } from './observed-request.ts'
import { throttle } from './throttle.ts'

/** The routes that each module exports. A module becomes a part of the site by its folder alone. */
const moduleRoutes = import.meta.glob<ReturnType<typeof routes>>(
  ['../../modules/*/index.ts', '!**/{printing,pages,real-name}/index.ts'],
  {
    eager: true,
    import: 'routes',
  },
)

/** The areas for logged-in users. */
const LOGGED_IN_AREAS = ['/mgmt/*', '/desk/*', '/api/customer/*']

/** The whole site on one database. Middleware runs from top to bottom. */
export function createApp(db: Db) {
  const app = new Hono<Env & { Variables: { access?: ViewerAccesses } }>({ strict: true })
  app.use(observeRequest)
  app.use(securityHeaders)
  app.use(pageRenderer)
  app.onError((error, c) => errorAnswer(c, error))
  app.notFound(unknownPath)
  app.route('/', healthRoutes(db))
  app.route('/', assetRoutes())
  app.route('/', programRoutes(db))
  app.use(async (c, next) => {
    c.set('db', db)
    c.set('locale', chooseLocale(c))
    c.set('menus', siteMenus(c.var.locale))
    c.set('visitor', visitorOf(c))
    const isAtDesk = c.req.path.startsWith('/desk')
    const { accountId, viewer, fact } = await findVisitor(db, sessionToken(c), {
      factQuery: viewerFacts(sessionToken(c), isAtDesk ? waitingFor : waitingForCustomer),
      passive: c.req.path === LIVE,
    })
    c.set('viewer', viewer)
    c.set('accountId', accountId)
    if (viewer && fact && !isAtDesk && viewer.permissions.includes('desk.enter'))
      fact.waiting = await findWaiting(db, viewer)
    c.set('inbox', viewer && fact ? waitsForViewer(viewer, fact.waiting) : NOTHING_WAITS)
    c.set('banners', bannersFor(viewer, fact?.dismissed ?? [], c.var.locale))
    c.set('access', fact?.access)
    if (viewer && !fact?.access.mode && isLocale(c.req.query('locale')))
      await storeLanguage(db, viewer.id, c.var.locale)
    await asCustomer(customerOf(c), () => (viewer ? next() : throttle(c, next)))
  })
  app.use(recordRefusedAccess)
  app.use(refuseNul)
  app.use(csrfProtection)
  app.use((c, next) => showPages(c, c.var.access, next))
  for (const area of LOGGED_IN_AREAS) app.use(area, requireViewer)
  app.use('/desk/*', requireStaff)
  for (const area of LOGGED_IN_AREAS) app.use(area, requireSecondFactor)
  app.use(signedQuery)
  for (const part of Object.values(moduleRoutes)) app.route('/', part)
  for (const part of [pageRoutes, apiRoutes, liveRoutes, accessRoutes]) app.route('/', part)
  if (config.demo) app.route('/', outboxRoutes)
  if (!config.production) for (const part of [viewRoutes, mailRoutes]) app.route('/', part)
  return app
}

/** The app of a process that works jobs and serves no pages. */
export function createHealthApp(db: Db) {
  const app = new Hono<Env>({ strict: true })
  app.route('/', healthRoutes(db))
  return app
}

/** Everything that pages need to know about their viewer, as columns of the query that finds the viewer. */
const viewerFacts =
  (token: string | undefined, waitingOf: typeof waitingFor) => (accountId: Expression<string>) =>
    sql<{ waiting: Inbox; dismissed: string[]; access: ViewerAccesses }>`jsonb_build_object(
    'waiting', ${waitingOf(accountId)}, 'dismissed', ${dismissedBy(accountId)},
    'access', ${accessOf(accountId, token)})`

/** The customer in the fair queues: the viewer's team; for visitors, their network. */
const customerOf = (c: Ctx): Customer => ({
  key: c.var.viewer?.teamId ?? networkOf(c),
  get signal() {
    return c.req.raw.signal
  },
})

/**
 * Refuses addresses with NUL, which PostgreSQL cannot store or compare, and which no address of ours
 * contains.
 */
async function refuseNul(c: Ctx, next: () => Promise<void>) {
  if (c.req.url.includes('%00')) notFound()
  await next()
}

/** Redirects a browser to the page about unknown addresses; programs and fragments get the error. */
function unknownPath(c: Ctx) {
  const browsing = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')
  return browsing ? goTo(c, '/mgmt/not-found') : errorAnswer(c, new AppError('NOT_FOUND'))
}

async function requireViewer(c: Ctx, next: () => Promise<void>) {
  if (c.var.viewer || routeAt(c.req.path)?.public || routeOf(c) === 'unknown') return next()
  const refusal = c.var.accountId ? await findRefusal(c.var.db, c.var.accountId) : null
  if (refusal) throw new AppError(refusal)
  const code = await lostSession(c)
  const lost = new AppError(code, code === 'INVALID' ? { refreshToken: 'malformed' } : {})
  if (wantsJson(c) || isFragmentRequest(c)) throw lost
  logRefused(c, lost)
  const back = c.req.method === 'GET' ? pathWithQuery(c) : pageBefore(c)
  const query = new URLSearchParams(back ? { returnUrl: back } : {})
  if (lost.code !== 'F_GET_TOKEN_FAILED') query.set('lost', lost.code)
  return goTo(c, query.size ? `/acct/login?${query}` : '/acct/login')
}

/** Hides the desk from everyone but staff; staff without the required role are told which role they need. */
async function requireStaff(c: Ctx, next: () => Promise<void>) {
  const permissions = c.var.viewer?.permissions ?? []
  if (!permissions.includes('desk.enter')) notFound()
  const needed = deskPermission(c.req.method, c.req.path)
  if (!needed || permissions.includes(needed)) return next()
  return routeOf(c) === 'unknown' ? notFound() : refuseForRole(c, needed)
}

const SECURITY_PAGES = '/mgmt/acct-info/security'

/** Redirects a user who must have a second factor, but has none, to the pages for setting one up. */
async function requireSecondFactor(c: Ctx, next: () => Promise<void>) {
  const isOpen =
    c.req.path === SECURITY_PAGES ||
    c.req.path.startsWith(`${SECURITY_PAGES}/`) ||
    routeAt(c.req.path)?.public
  if (c.var.viewer?.secondFactor !== 'due' || isOpen) return next()
  if (c.req.method !== 'GET' || wantsJson(c)) throw new AppError('ACCESS_DENIED', {}, 'security.problem.due')
  return goTo(c, `${SECURITY_PAGES}?${new URLSearchParams({ returnUrl: pathWithQuery(c) })}`)
}

/**
 * The error for a program without a valid session: no session was sent, it was ended elsewhere, or it
 * expired.
 */
async function lostSession(c: Ctx): Promise<ErrorCode> {
  const token = sessionToken(c)
  if (!token) return 'F_GET_TOKEN_FAILED'
  if (!isToken(token)) return 'INVALID'
  return (await wasEnded(c.var.db, token)) ? 'F_REFRESH_TOKEN_FAILED' : 'ACCESS_CHECK'
}

/**
 * Order of precedence: `?locale=`, which is stored in a cookie; `lang` of a program; the cookie; the browser.
 */
function chooseLocale(c: Ctx): Locale {
  const requested = c.req.query('locale')
  if (isLocale(requested)) {
    writeCookie(c, LOCALE_COOKIE, requested, { maxAge: 31_536_000 })
    return requested
  }
  const lang = c.req.query('lang')
  if (isLocale(lang)) return lang
  const cookie = readCookie(c, LOCALE_COOKIE)
  return isLocale(cookie) ? cookie : preferredLocale(c.req.header('accept-language'))
}

const VISITOR_COOKIE = config.secure ? '__Host-visitor' : 'visitor'

function visitorOf(c: Ctx): string {
  const cookie = readCookie(c, VISITOR_COOKIE)
  if (cookie && /^[a-z2-7]{40}$/.test(cookie)) return cookie
  const newVisitor = newToken()
  writeCookie(c, VISITOR_COOKIE, newVisitor, { httpOnly: true })
  return newVisitor
}
