import { LOCALES, type Locale, languageTag, translate } from '#src/core/i18n.ts'
import type { SeoProps } from '#views/layout/seo.tsx'
import { publicUrl } from './envelope.ts'
import { nonceOf } from './security.ts'
import type { Ctx } from './web.ts'

export interface SeoOptions {
  /** The address of the page without language, for example `/product`. */
  path: string
  /** Objects of schema.org that describe the page. */
  structured?: object[]
  /** A valid anchor of the page. */
  anchor?: string
}

const HREFLANG: Record<Locale, string> = { zh_CN: 'zh-Hans', zh_TW: 'zh-Hant', en_US: 'en' }

export function inLocale(path: string, locale: Locale): string {
  return publicUrl(`${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)
}

/** The address of the page in each language, and without a language. */
export function alternatesOf(path: string): { lang: string; href: string }[] {
  const localised = LOCALES.map((locale) => ({ lang: HREFLANG[locale], href: inLocale(path, locale) }))
  return [...localised, { lang: 'x-default', href: publicUrl(path) }]
}

/**
 * An address with a language is a separate page; the address without a language is the default for all
 * languages.
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
