import { Hono } from 'hono'
import { accountRoutes, findRefusal, findViewer, sessionToken } from '#modules/accounts/index.ts'
import { documentRoutes } from '#modules/documents/index.ts'
import { messagingRoutes } from '#modules/messaging/index.ts'
import { orderRoutes } from '#modules/orders/index.ts'
import { signingRoutes } from '#modules/signing/index.ts'
import { siteMenus, siteRoutes } from '#modules/site/index.ts'
import { assetRoutes } from './asset-routes.ts'
import { config } from './config.ts'
import type { Db } from './database.ts'
import { wantsJson } from './envelope.ts'
import { errorAnswer } from './error-page.tsx'
import { AppError, type ErrorCode, notFound } from './errors.ts'
import { healthRoutes } from './health.ts'
import { isLocale, type Locale, preferredLocale } from './i18n.ts'
import { outboxRoutes } from './outbox.tsx'
import { accessRoutes } from './pages/access-routes.tsx'
import { apiRoutes } from './pages/api-routes.ts'
import { pageRoutes } from './pages/routes.tsx'
import { logRefused, routeOf } from './refusals.ts'
import { routeAt } from './route-names.ts'
import { newToken } from './secrets.ts'
import { originCheck, securityHeaders } from './security.ts'
import { sessionAccount, wasEnded } from './session.ts'
import { signedQuery } from './signed-query.ts'
import { inSpan, nameSpan } from './telemetry.ts'
import { viewRoutes } from './view-gallery.tsx'
import { type Ctx, type Env, goTo, pathWithQuery, readCookie, writeCookie } from './web.tsx'

/** The whole site over one database. Middleware runs from the top down. */
export function createApp(db: Db) {
  const app = new Hono<Env>({ strict: true })
  app.use(traceRequest)
  app.use(securityHeaders)
  app.onError((error, c) => errorAnswer(c, error))
  app.notFound(unknownPath)
  app.route('/', healthRoutes(db))
  app.route('/', assetRoutes())
  app.use(async (c, next) => {
    c.set('db', db)
    c.set('locale', chooseLocale(c))
    c.set('menus', siteMenus(c.var.locale))
    c.set('visitor', visitorOf(c))
    const token = sessionToken(c)
    const accountId = token ? await sessionAccount(db, token) : null
    c.set('viewer', accountId ? await findViewer(db, accountId) : null)
    c.set('accountId', accountId)
    await next()
  })
  app.use(originCheck)
  for (const area of ['/mgmt/*', '/desk/*', '/api/customer/*']) app.use(area, requireViewer)
  app.use('/desk/*', requireStaff)
  app.use(signedQuery)
  for (const part of [
    accountRoutes,
    orderRoutes,
    documentRoutes,
    signingRoutes,
    messagingRoutes,
    siteRoutes,
    pageRoutes,
    apiRoutes,
    accessRoutes,
  ])
    app.route('/', part)
  if (config.demo) app.route('/', outboxRoutes)
  if (!config.production) app.route('/', viewRoutes)
  return app
}

/** A person's browser goes to the page that says so; everything else is told on the spot. */
function unknownPath(c: Ctx) {
  const browsing = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')
  return browsing ? goTo(c, '/mgmt/not-found') : errorAnswer(c, new AppError('NOT_FOUND'))
}

/** A span by the route's name, not the path: ids would make every request a name of its own. */
function traceRequest(c: Ctx, next: () => Promise<void>) {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return next()
  return inSpan(c.req.method, { 'http.request.method': c.req.method }, async () => {
    await next()
    nameSpan(`${c.req.method} ${routeOf(c)}`, { 'http.response.status_code': c.res.status })
  })
}

async function requireViewer(c: Ctx, next: () => Promise<void>) {
  if (c.var.viewer || routeAt(c.req.path)?.public) return next()
  const refusal = c.var.accountId ? await findRefusal(c.var.db, c.var.accountId) : null
  if (refusal) throw new AppError(refusal)
  const lost = new AppError(await lostSession(c))
  if (wantsJson(c)) throw lost
  logRefused(c, lost)
  const wanted = c.req.method === 'GET' ? `?returnUrl=${encodeURIComponent(pathWithQuery(c))}` : ''
  return goTo(c, `/acct/login${wanted}`)
}

/** The desk is not there for anybody but staff. */
async function requireStaff(c: Ctx, next: () => Promise<void>) {
  if (!c.var.viewer?.operations.includes('desk.enter')) notFound()
  await next()
}

/** What a program is told whose session opens nothing: none was sent, it was ended elsewhere, or it expired. */
async function lostSession(c: Ctx): Promise<ErrorCode> {
  const token = sessionToken(c)
  if (!token) return 'F_GET_TOKEN_FAILED'
  return (await wasEnded(c.var.db, token)) ? 'F_REFRESH_TOKEN_FAILED' : 'ACCESS_CHECK'
}

/** `?locale=` wins and is remembered in a cookie; a program's `lang` counts once; then the cookie, then the browser. */
function chooseLocale(c: Ctx): Locale {
  const asked = c.req.query('locale')
  if (isLocale(asked)) {
    writeCookie(c, 'locale', asked, { maxAge: 31_536_000 })
    return asked
  }
  const lang = c.req.query('lang')
  if (isLocale(lang)) return lang
  const kept = readCookie(c, 'locale')
  return isLocale(kept) ? kept : preferredLocale(c.req.header('accept-language'))
}

const VISITOR_COOKIE = config.secure ? '__Host-visitor' : 'visitor'

function visitorOf(c: Ctx): string {
  const kept = readCookie(c, VISITOR_COOKIE)
  if (kept && /^[a-z2-7]{40}$/.test(kept)) return kept
  const made = newToken()
  writeCookie(c, VISITOR_COOKIE, made, { httpOnly: true })
  return made
}
