import { reactRenderer } from '@hono/react-renderer'
import { routePath } from 'hono/route'
import type { ReactElement, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { config } from '#src/core/config.ts'
import { languages, languageTag } from '#src/core/i18n.ts'
import { withInertForms } from '#views/announcements/access-notice.tsx'
import type { ShownBrand } from '#views/brand/shown-brand.ts'
import { LanguageContext } from '#views/language.tsx'
import { Layout } from '#views/layout/layout.tsx'
import type { LayoutProps } from '#views/layout/layout-props.ts'
import type { SiteFrame } from '#views/layout/site-frame.ts'
import { Permissions } from '#views/permissions.ts'
import { assetUrl, logoUrl } from './assets.ts'
import { cachedPage } from './cached-page.ts'
import { encodePrivate, quickEncoding, sendEncoded } from './compression.ts'
import { CONSENT_COOKIE, readCookie } from './cookies.ts'
import { openPage } from './open-page.ts'
import { routeAt } from './route-names.ts'
import { nonceOf } from './security.ts'
import { type SeoOptions, seoOf } from './seo.ts'
import { type Ctx, pathWithQuery } from './web.ts'

export interface PageOptions {
  title: string
  shell: LayoutProps['shell']
  /** The current entry of the side menu or header. */
  current?: string
  /** Islands on the page, by folder name; a page without islands loads no React. */
  islands?: string[]
  status?: 200 | 401 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 500 | 503 | 507
  /** Additional scripts of this page, by source file. */
  scripts?: string[]
  description?: string
  /** The team's brand, in the slim shell of a page that the team sent to an external person. */
  brand?: ShownBrand
  /** The address and structured data, for pages that search engines list. */
  seo?: SeoOptions
  /** Whether the page contains nothing secret or personal, so that it is cached for all readers. */
  open?: boolean
  /**
   * Everything that the content depends on besides path, language and frame; the page is rendered once for
   * each value.
   */
  cacheKey?: string
}

declare module '@hono/react-renderer' {
  interface Props extends PageOptions {}
}

/** Renders the content within the layout; every page of the product uses it. */
export const pageRenderer = reactRenderer(
  ({ children, c, Layout: _, ...options }) => (
    <Page c={c} options={options}>
      {children}
    </Page>
  ),
  { docType: '<!doctype html>' },
)

/**
 * Sends a complete page: a component that may also be sent as a fragment, within the layout. A content
 * function is only called if no page with this `cacheKey` is cached.
 */
export async function page(
  c: Ctx,
  content: ReactElement | (() => Promise<ReactElement>),
  options: PageOptions,
): Promise<Response> {
  if (routeAt(routePath(c))?.keepAlive) c.header('Cache-Control', 'private, no-cache')
  c.status(options.status ?? 200)
  const render = async () => c.render(typeof content === 'function' ? await content() : content, options)
  // The notice about an access to a reader's pages is only for that reader.
  if (c.var.accessNotice)
    return sendEncoded(
      c,
      await encodePrivate(inertForStaff(c, await (await render()).text()), quickEncoding(c)),
    )
  if (options.open) return openPage(c, options.cacheKey ?? '', render)
  if (options.cacheKey === undefined)
    return sendEncoded(c, await encodePrivate(await (await render()).text(), quickEncoding(c)))
  const { viewer, inbox } = c.var
  return cachedPage(c, JSON.stringify([viewer, inbox, siteFrame(c), options.cacheKey]), render)
}

const inertForStaff = (c: Ctx, html: string) =>
  c.var.accessNotice?.kind === 'seeing' ? withInertForms(html) : html

interface PageProps {
  c: Ctx
  options: PageOptions
  children: ReactNode
}

function Page({ c, options, children }: PageProps) {
  const { islands = [], scripts = [], status: _, seo, open: __, cacheKey: ___, ...rest } = options
  const { locale, viewer, inbox } = c.var
  const route = routeAt(routePath(c), c.req.query())
  const isAtDesk = c.req.path.startsWith('/desk') && viewer !== undefined && viewer !== null
  return (
    <Surroundings c={c}>
      <Layout
        {...rest}
        route={route?.name}
        kept={route?.keepAlive}
        starts={islands.length > 0}
        whiteBg={route?.whiteBg}
        locale={locale}
        lang={languageTag(locale)}
        nonce={nonceOf(c)}
        path={pathWithQuery(c)}
        viewer={viewer && { name: viewer.name, company: viewer.teamName }}
        desk={viewer?.permissions.includes('desk.enter')}
        inbox={inbox}
        demo={config.demo}
        site={siteFrame(c)}
        seo={seo && seoOf(c, seo)}
        stylesheet={assetUrl('views/theme.css')}
        wordsScript={assetUrl('views/scripts/words/words-script.ts')}
        olderScript={assetUrl('views/scripts/older-script.ts')}
        scripts={[
          assetUrl('views/scripts/page-script.ts'),
          ...(isAtDesk ? [assetUrl('views/scripts/desk-script.ts')] : []),
          ...scripts.map(assetUrl),
          ...islands.map((name) => assetUrl(`islands/${name}/index.tsx`)),
        ]}
      >
        {children}
      </Layout>
    </Surroundings>
  )
}

/** Data for the frame of every page: menus, the licence record, the cookie banner, announcements. */
function siteFrame(c: Ctx): SiteFrame {
  const icp = config.ICP_LICENCE
    ? { number: config.ICP_LICENCE, sample: false }
    : config.production
      ? null
      : { number: SAMPLE_LICENCE, sample: true }
  const { name, address, phone, mail } = config.company
  return {
    menus: c.var.menus ?? { product: [], company: [] },
    blogs: Boolean(config.BLOG_URL),
    icp,
    publicSecurityRecord: config.PUBLIC_SECURITY_RECORD ?? null,
    company: {
      name: name[c.var.locale],
      address: address[c.var.locale],
      phone,
      mail,
    },
    logo: logoUrl(),
    askCookies: !routeAt(routePath(c))?.closeAgreement && readCookie(c, CONSENT_COOKIE) === undefined,
    banners: c.var.banners ?? [],
    access: c.var.accessNotice,
  }
}

const SAMPLE_LICENCE = '沪ICP备00000000号-0'

/** Sends a part of a page. Status 422 returns a form with its problems. */
export function fragment(c: Ctx, content: ReactElement, status: 200 | 403 | 409 | 422 | 429 = 200): Response {
  return c.html(inertForStaff(c, renderToString(<Surroundings c={c}>{content}</Surroundings>)), status)
}

const NO_PERMISSIONS: readonly string[] = []

/** Provides the contexts that components need: translations, and the viewer's permissions. */
function Surroundings({ c, children }: { c: Ctx; children: ReactNode }) {
  const { locale, viewer } = c.var
  return (
    <LanguageContext value={languages[locale]}>
      <Permissions value={viewer?.permissions ?? NO_PERMISSIONS}>{children}</Permissions>
    </LanguageContext>
  )
}
