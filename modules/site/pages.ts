import type { Locale } from '#src/core/i18n.ts'
import { translate } from '#src/core/i18n.ts'
import type { MenuItem } from '#views/layout/site-frame.ts'

/** The sections of each page of the page list, in order. */
export const PAGES = {
  PRODUCT: {
    path: '/product',
    anchors: ['twin-clauses', 'typeset-pages', 'signatures', 'templates', 'steps', 'your-data'],
  },
  ABOUT: { path: '/company', anchors: ['about-us', 'principles'] },
  PARTNER: { path: '/company', anchors: ['law-firms', 'integration'] },
  CONTACT: { path: '/locations', anchors: ['office', 'online-service', 'tailor-made'] },
} as const

export type PageCode = keyof typeof PAGES
export const PAGE_CODES = Object.keys(PAGES) as [PageCode, ...PageCode[]]

export interface PageItem {
  title: string
  anchor: string
  path: string
}

/** The items of a page list, in the reader's language: `GET /api/public/pages` and the header's submenus. */
export function listPages(code: PageCode, locale: Locale): PageItem[] {
  const { path, anchors } = PAGES[code]
  const t = translate(locale)
  return anchors.map((anchor) => ({ title: t(`site.section.${anchor}`), anchor, path }))
}

/** The anchor, if the page has such a section; otherwise undefined. */
export function anchorOf(path: string, requested: string | undefined): string | undefined {
  const anchors = Object.values(PAGES).flatMap((page) => (page.path === path ? [...page.anchors] : []))
  return anchors.find((anchor) => anchor === requested)
}

const asMenu = (items: PageItem[]): MenuItem[] =>
  items.map(({ title, path, anchor }) => ({ title, href: `${path}?anchor=${anchor}` }))

const menusIn = (locale: Locale) => ({
  product: asMenu(listPages('PRODUCT', locale)),
  company: asMenu([...listPages('ABOUT', locale), ...listPages('PARTNER', locale)]),
})

const menus = { zh_CN: menusIn('zh_CN'), zh_TW: menusIn('zh_TW'), en_US: menusIn('en_US') }

/** The submenus of the public header. */
export const siteMenus = (locale: Locale) => menus[locale]
