import type { Context } from 'hono'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { Layout, type LayoutProps } from '#views/layout.tsx'
import { Operations } from '#views/may.ts'
import type { SiteFrame } from '#views/site-frame.ts'
import { assetUrl } from './assets.ts'
import { config } from './config.ts'
import type { Db } from './database.ts'
import { type Locale, languageTag, messages } from './i18n.ts'
import { packedHtml } from './packing.ts'
import { routeAt } from './route-names.ts'
import { type SeoOptions, seoOf } from './seo.ts'
import type { Inbox } from './todo.ts'
import type { Viewer } from './viewer.ts'

export interface Env {
  Variables: {
    db: Db
    viewer: Viewer | null
    /** Of the session, also when the account may not enter. */
    accountId: string | null
    locale: Locale
    nonce: string
    /** Random, kept in a cookie, so that captchas and codes belong to the browser that asked. */
    visitor: string
    todo: Inbox
    /** The body, where checking its signature has read it already. */
    bodyText?: string
    /** The submenus of the public header. */
    menus: SiteFrame['menus']
  }
}

export type Ctx = Context<Env>

/** A module's routes: `strict` keeps a trailing slash a different, unknown path. */
export function routes() {
  return new Hono<Env>({ strict: true })
}

export interface PageOptions {
  title: string
  shell: LayoutProps['shell']
  /** Which side menu or header entry is current. */
  current?: string
  /** Islands on the page, by folder name; a page without one gets no React. */
  islands?: string[]
  status?: 200 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503
  description?: string
  /** For pages that search engines list: their address, and what they are about. */
  seo?: SeoOptions
  /** Nothing on the page is a secret, so it may travel compressed. */
  open?: boolean
}

/** A whole page: the same component a fragment route would return, inside the layout. */
export function page(c: Ctx, content: ReactElement, options: PageOptions): Response {
  const { islands = [], status = 200, seo, open, ...rest } = options
  const route = routeAt(routePath(c))
  if (route?.keptAlive) c.header('Cache-Control', 'private, no-cache')
  const html = render(
    c,
    <Layout
      {...rest}
      route={route?.name}
      whiteBg={route?.whiteBg}
      locale={c.var.locale}
      lang={languageTag(c.var.locale)}
      nonce={c.var.nonce}
      path={pathWithQuery(c)}
      viewer={c.var.viewer && { name: c.var.viewer.name, company: c.var.viewer.teamName }}
      desk={c.var.viewer?.operations.includes('desk.enter')}
      todo={c.var.todo}
      demo={config.demo}
      site={siteFrame(c)}
      seo={seo && seoOf(c, seo)}
      stylesheet={assetUrl('views/theme.css')}
      scripts={[
        assetUrl('views/page-script.ts'),
        ...islands.map((name) => assetUrl(`islands/${name}/index.tsx`)),
      ]}
    >
      {content}
    </Layout>,
  )
  const whole = `<!doctype html>${html}`
  return open && status === 200 ? packedHtml(c, whole, status) : c.html(whole, status)
}

/** What stands around every page: menus, the licence record, the question about cookies. */
function siteFrame(c: Ctx): SiteFrame {
  const icp = config.ICP_LICENCE
    ? { number: config.ICP_LICENCE, sample: false }
    : config.production
      ? null
      : { number: SAMPLE_LICENCE, sample: true }
  return {
    menus: c.var.menus ?? { product: [], company: [] },
    blogs: Boolean(config.BLOG_URL),
    icp,
    askCookies: readCookie(c, CONSENT_COOKIE) === undefined,
  }
}

const SAMPLE_LICENCE = '沪ICP备00000000号-0'

/** Set once somebody has read which cookies there are. */
export const CONSENT_COOKIE = 'cookie-consent'

/** A part of a page, alone. 422 carries a form back with its problems. */
export function fragment(c: Ctx, content: ReactElement, status: 200 | 409 | 422 | 429 = 200): Response {
  return c.html(render(c, content), status)
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

const NOTHING: readonly string[] = []

function render(c: Ctx, content: ReactElement): string {
  const { locale } = c.var
  return renderToString(
    <IntlProvider locale={languageTag(locale)} messages={messages[locale]} timeZone="Asia/Shanghai">
      <Operations value={c.var.viewer?.operations ?? NOTHING}>{content}</Operations>
    </IntlProvider>,
  )
}

/** What belongs to one request: the language, and a signature that is good only once. */
const OF_THE_REQUEST = ['locale', 'timestamp', 'nonce', 'lang', 'sign']

/** The path asked for, without what belongs to this request alone: what to come back to. */
export function pathWithQuery(c: Ctx): string {
  const url = new URL(c.req.url)
  for (const name of OF_THE_REQUEST) url.searchParams.delete(name)
  // Two slashes at its beginning would make the language links lead to another site.
  return url.pathname.replace(/^\/+/, '/') + url.search
}

interface CookieOptions {
  httpOnly?: boolean
  /** seconds; without it the cookie ends with the browser session */
  maxAge?: number
}

export function readCookie(c: Ctx, name: string): string | undefined {
  for (const part of (c.req.header('cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=') || undefined
  }
}

/** Values are our own tokens and codes: nothing in them needs escaping. */
export function writeCookie(c: Ctx, name: string, value: string, { httpOnly, maxAge }: CookieOptions) {
  const parts = [`${name}=${value}`, 'Path=/', 'SameSite=Lax']
  if (httpOnly) parts.push('HttpOnly')
  if (config.secure) parts.push('Secure')
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`)
  c.header('Set-Cookie', parts.join('; '), { append: true })
}
