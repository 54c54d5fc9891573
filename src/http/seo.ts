import { LOCALES, type Locale, languageTag, translate } from '#src/core/i18n.ts'
import type { SeoProps } from '#views/layout/seo.tsx'
import { publicUrl } from './envelope.ts'
import { nonceOf } from './security.ts'
import type { Ctx } from './web.ts'

export interface SeoOptions {
  /** The page's address without language, e.g. `/product`. */
  path: string
  /** Things of schema.org that the page describes. */
  structured?: object[]
  /** A checked anchor of the page. */
  anchor?: string
}

const HREFLANG: Record<Locale, string> = { zh_CN: 'zh-Hans', zh_TW: 'zh-Hant', en_US: 'en' }

export function inLocale(path: string, locale: Locale): string {
  return publicUrl(`${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)
}

/** The page in each language, and by the reader's own choice. */
export function alternatesOf(path: string): { lang: string; href: string }[] {
  const named = LOCALES.map((locale) => ({ lang: HREFLANG[locale], href: inLocale(path, locale) }))
  return [...named, { lang: 'x-default', href: publicUrl(path) }]
}

/**
 * An address that names its language is a page of its own; the one without is that of every reader's choice.
 */
export function seoOf(c: Ctx, { path, structured = [], anchor }: SeoOptions): SeoProps {
  const { locale } = c.var
  const t = translate(locale)
  return {
    canonical: c.req.query('locale') === locale ? inLocale(path, locale) : publicUrl(path),
    alternates: alternatesOf(path),
    image: { href: publicUrl(`/images/card-${locale}.png`), alt: t('common.cardAlt') },
    siteName: t('common.brand'),
    lang: languageTag(locale),
    nonce: nonceOf(c),
    structured,
    anchor,
  }
}
