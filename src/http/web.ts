import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Inbox } from '#src/live/inbox.ts'
import type { SiteFrame } from '#views/layout/site-frame.ts'

export interface Env {
  Variables: {
    db: Db
    viewer: Viewer | null
    /** Of the session, also when the account may not enter. */
    accountId: string | null
    locale: Locale
    /** Drawn by `nonceOf` when a page asks. */
    nonce?: string
    /** Random, kept in a cookie, so that captchas and codes belong to the browser that asked. */
    visitor: string
    /** What waits for the viewer. */
    todo: Inbox
    /** The body, where checking its signature has read it already. */
    bodyText?: string
    /** The submenus of the public header. */
    menus: SiteFrame['menus']
  }
}

export type Ctx = Context<Env>

/** Whoever is logged in, where the area lets nobody else in. */
export const viewerOf = (c: Ctx): Viewer => c.var.viewer!

/** A module's routes: `strict` keeps a trailing slash a different, unknown path. */
export function routes() {
  return new Hono<Env>({ strict: true })
}

export function isFragmentRequest(c: Ctx): boolean {
  return c.req.header('hx-request') === 'true'
}

/** To another page: by a redirect, or by HX-Redirect when htmx asked, so that the whole page changes. */
export function goTo(c: Ctx, path: string): Response {
  if (!isFragmentRequest(c)) return c.redirect(path, 303)
  c.header('HX-Redirect', path)
  return c.body(null, 200)
}

/** What belongs to one request: the language, and a signature that is good only once. */
const OF_THE_REQUEST = ['locale', 'timestamp', 'nonce', 'lang', 'sign']

/** The path of the request, without what belongs to this request alone: the address to return to. */
export function pathWithQuery(c: Ctx): string {
  const url = new URL(c.req.url)
  for (const name of OF_THE_REQUEST) url.searchParams.delete(name)
  // Two slashes at its beginning would make the language links lead to another site.
  return url.pathname.replace(/^\/+/, '/') + url.search
}
