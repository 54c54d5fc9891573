import type { ReactElement } from 'react'
import * as v from 'valibot'
import { listCachedOffers, type Offer } from '#modules/orders/index.ts'
import { serviceHours } from '#src/calendar/service-hours.ts'
import { config } from '#src/core/config.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { hashOf } from '#src/core/secrets.ts'
import { readForm } from '#src/http/body.ts'
import { CONSENT_COOKIE, writeCookie } from '#src/http/cookies.ts'
import { answer } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { safePath } from '#src/http/security.ts'
import { type Ctx, goTo, isFragmentRequest, routes } from '#src/http/web.ts'
import {
  AGREEMENT_TYPES,
  type AgreementType,
  findAgreement,
  upcomingVersionsOf,
  versionInForce,
  versionsOf,
} from './agreements.ts'
import { anchorOf, listPages, PAGE_CODES } from './pages.ts'
import { pricingOf } from './pricing.ts'
import { securityText } from './security-text.ts'
import { robots, sitemap } from './sitemap.ts'
import { organisation, software } from './structured.ts'
import { AgreementPage } from './views/agreement-page.tsx'
import { CompanyPage } from './views/company-page.tsx'
import { LocationsPage } from './views/locations-page.tsx'
import { PricingPage } from './views/pricing-page.tsx'
import { ProductPage } from './views/product-page.tsx'

export const siteRoutes = routes()

siteRoutes.get('/', (c) => goTo(c, '/product'))

type Name = 'product' | 'pricing' | 'company' | 'locations'

function sitePage(c: Ctx, name: Name, content: ReactElement, structured: object[] = [], cacheKey?: string) {
  const t = translate(c.var.locale)
  const path = `/${name}`
  // Makes a visitor's Back button work immediately; pages of logged-in people are not stored.
  if (!c.var.viewer) c.header('Cache-Control', 'private, no-cache')
  return page(c, content, {
    title: t(`site.${name}.title`),
    description: t(`site.${name}.description`),
    shell: 'public',
    current: name,
    open: !c.var.viewer,
    ...(!c.var.viewer && { cacheKey }),
    seo: { path, structured, anchor: anchorOf(path, c.req.query('anchor')) },
  })
}

siteRoutes.get('/product', async (c) => {
  const { db, locale, viewer } = c.var
  const offers = await listCachedOffers(db)
  const content = <ProductPage locale={locale} loggedIn={viewer !== null} />
  const structured = [organisation(locale), software(locale, pricingOf(offers))]
  return sitePage(c, 'product', content, structured, pricesHash(offers))
})

siteRoutes.get('/pricing', async (c) => {
  const offers = await listCachedOffers(c.var.db)
  const pricing = pricingOf(offers)
  const { viewer } = c.var
  const content = <PricingPage pricing={pricing} loggedIn={viewer !== null} ownPlan={viewer?.package} />
  return sitePage(c, 'pricing', content, [software(c.var.locale, pricing)], pricesHash(offers))
})

const hashes = new WeakMap<Offer[], string>()

/** A hash of the prices: when it changes, pages with prices must be rendered again. */
function pricesHash(offers: Offer[]): string {
  const cachedHash = hashes.get(offers)
  if (cachedHash) return cachedHash
  const text = JSON.stringify(offers, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  const hash = hashOf(text)
  hashes.set(offers, hash)
  return hash
}

siteRoutes.get('/company', (c) => sitePage(c, 'company', <CompanyPage />, [organisation(c.var.locale)]))

siteRoutes.get('/locations', (c) => {
  const { locale } = c.var
  const hours = Object.values(serviceHours()).join(' ')
  return sitePage(c, 'locations', <LocationsPage locale={locale} />, [organisation(locale)], hours)
})

siteRoutes.get('/blogs', (c) => (config.BLOG_URL ? c.redirect(config.BLOG_URL, 303) : notFound()))

siteRoutes.get('/privacy-notice', (c) => {
  const requestedType = c.req.query('type') as AgreementType
  const type = AGREEMENT_TYPES.includes(requestedType) ? requestedType : 'PRIVACY_STATEMENT'
  const agreement = findAgreement(type, c.req.query('version')) ?? notFound()
  const { version } = agreement
  const text = agreement.texts[c.var.locale]
  const nextVersion = upcomingVersionsOf(type)[0]
  const inForce = versionInForce(type)
  const content = (
    <AgreementPage
      type={type}
      agreement={agreement}
      locale={c.var.locale}
      versions={versionsOf(type)}
      inForce={inForce}
      next={nextVersion === undefined ? undefined : findAgreement(type, nextVersion)}
      consent={consentTo(c, type, version)}
    />
  )
  return page(c, content, {
    title: text.title,
    description: text.lead.slice(0, 160),
    shell: 'public',
    open: !c.var.viewer,
    // A version comes into force on its date without any other change, so the versions are part of the key.
    cacheKey: `${version} ${inForce} ${nextVersion}`,
    seo: { path: `/privacy-notice?type=${type}` },
  })
})

/** Whether the page asks the viewer to accept this version, or the viewer has just accepted it. */
function consentTo(c: Ctx, type: AgreementType, version: string): 'asked' | 'given' | null {
  if (!c.var.viewer) return null
  if (c.var.banners.some((one) => one.agreement === `${type} ${version}`)) return 'asked'
  return c.req.query('done') === 'accepted' ? 'given' : null
}

siteRoutes.get('/api/public/pages', (c) => {
  const code = v.safeParse(v.picklist(PAGE_CODES), c.req.query('code'))
  if (!code.success) throw new AppError('INVALID_FIELD', { field: 'code' })
  return answer(c, listPages(code.output, c.var.locale))
})

const YEAR_SECONDS = 31_536_000

siteRoutes.post('/cookie-consent', async (c) => {
  const { values } = await readForm(c, v.object({}))
  writeCookie(c, CONSENT_COOKIE, 'accepted', { httpOnly: true, maxAge: YEAR_SECONDS })
  return isFragmentRequest(c) ? c.body(null, 200) : goTo(c, safePath(values.returnUrl, '/product'))
})

siteRoutes.get('/sitemap.xml', (c) =>
  c.body(sitemap(), 200, { 'Content-Type': 'application/xml; charset=utf-8' }),
)

siteRoutes.get('/robots.txt', (c) => c.text(robots()))

siteRoutes.get('/.well-known/security.txt', (c) => c.text(securityText()))
