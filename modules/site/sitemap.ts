import { LOCALES } from '#src/core/i18n.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { alternatesOf, inLocale } from '#src/http/seo.ts'
import { AGREEMENT_TYPES } from './agreements.ts'

/** All pages that search engines may list. */
export const LISTED_PAGES = [
  '/product',
  '/pricing',
  '/company',
  '/locations',
  '/faq',
  '/feedback',
  '/online-service',
  '/verify',
  '/developers',
  ...AGREEMENT_TYPES.map((type) => `/privacy-notice?type=${type}`),
]

const escapeXml = (text: string) => text.replaceAll('&', '&amp;')

function entriesOf(path: string): string[] {
  const links = alternatesOf(path).map(
    ({ lang, href }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeXml(href)}"/>`,
  )
  const addresses = [publicUrl(path), ...LOCALES.map((locale) => inLocale(path, locale))]
  return addresses.map((address) => `<url><loc>${escapeXml(address)}</loc>${links.join('')}</url>`)
}

export function sitemap(): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...LISTED_PAGES.flatMap(entriesOf),
    '</urlset>',
    '',
  ].join('\n')
}

const CLOSED_PATHS = [
  '/mgmt',
  '/desk',
  '/api/',
  '/sign/',
  '/signing/',
  '/online-service/',
  '/outbox',
  '/cookie-consent',
]

export function robots(): string {
  const rules = CLOSED_PATHS.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${publicUrl('/sitemap.xml')}`, ''].join('\n')
}
