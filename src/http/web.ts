import type { Context } from 'hono'
import { Hono } from 'hono'
import type { ErrorCode } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Inbox } from '#src/live/inbox.ts'
import type { AccessNotice } from '#views/announcements/access-notice.tsx'
import type { SiteFrame } from '#views/layout/site-frame.ts'

export interface Env {
  Variables: {
    db: Db
    viewer: Viewer | null
    /** A separate database connection for records of requests, when `db` is a read-only transaction. */
    writableDb?: Db
    /** The account of the session, even if the account may not log in. */
    accountId: string | null
    locale: Locale
    /** Created by `nonceOf` on first use. */
    nonce?: string
    /** A random id in a cookie, which ties captchas and codes to the browser that requested them. */
    visitor: string
    /** The waiting items of the viewer. */
    inbox: Inbox
    /** Why a logged-in user was refused access. */
    refusal?: ErrorCode
    /** The body, if it was read to check its signature. */
    bodyText?: string
    /** The submenus of the public header. */
    menus: SiteFrame['menus']
    /** The announcements that pages show to this reader. */
    banners: SiteFrame['banners']
    /** An access of our staff to a customer's pages; both see a notice of it above every page. */
    accessNotice?: AccessNotice
  }
}

export type Ctx = Context<Env>

/** The logged-in user, in areas that require a login. */
export const viewerOf = (c: Ctx): Viewer => c.var.viewer!

/** A module's router. With `strict`, a path with a trailing slash is a different path and is not found. */
export function routes() {
  return new Hono<Env>({ strict: true })
}

export function isFragmentRequest(c: Ctx): boolean {
  return c.req.header('hx-request') === 'true'
}

/** Redirects to another page; for htmx by HX-Redirect, so that the whole page changes. */
export function goTo(c: Ctx, path: string): Response {
  if (!isFragmentRequest(c)) return c.redirect(path, 303)
  c.header('HX-Redirect', path)
  return c.body(null, 200)
}

/** Parameters for a single request: the language, and a signature, which is valid once. */
const TRANSIENT_PARAMETERS = ['locale', 'timestamp', 'nonce', 'lang', 'sign']

/** The path of the request without such parameters, as the address to return to. */
export function pathWithQuery(c: Ctx): string {
  const url = new URL(c.req.url)
  for (const name of TRANSIENT_PARAMETERS) url.searchParams.delete(name)
  // Removes extra slashes, because in the language links a path that begins with // would name another host.
  return url.pathname.replace(/^\/+/, '/') + url.search
}
