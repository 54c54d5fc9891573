import type { ReactNode } from 'react'
import { Banners } from '../announcements/banners.tsx'
import type { ShownBrand } from '../brand/shown-brand.ts'
import { useTranslations } from '../language.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './public-header.tsx'
import type { SiteFrame } from './site-frame.ts'

interface Props {
  locale: string
  path: string
  /** The logged-in user, who gets a link back into the product. */
  viewer?: { name: string } | null
  site: SiteFrame
  /** The brand of the team that sent the reader here; ours by default. */
  brand?: ShownBrand
  children: ReactNode
}

/**
 * The frame for people who follow a mailed link to do one thing: the sender and the language, without
 * advertising.
 */
export function SlimFrame({ locale, path, viewer, site, brand, children }: Props) {
  const t = useTranslations('common')
  return (
    <div className={`flex min-h-dvh flex-col ${brand ? 'branded' : ''}`}>
      <Banners banners={site.banners} path={path} />
      <header className={`bg-base-100 ${brand ? 'border-primary border-b-2' : 'border-base-300 border-b'}`}>
        <div className="mx-auto flex h-14 max-w-4xl items-center justify-between gap-2 px-4">
          {brand ? (
            <BrandHead {...brand} />
          ) : (
            <p className="flex items-center gap-2.5 font-serif text-lg tracking-wide">
              <Logo src={site.logo} />
              {t('brand')}
            </p>
          )}
          <div className="flex shrink-0 items-center gap-1">
            {viewer && (
              <a href="/mgmt/home" className="btn btn-ghost btn-sm">
                {t('site.workspace')}
              </a>
            )}
            <LanguageSwitch locale={locale} path={path} />
          </div>
        </div>
      </header>
      <main id="main" className="flex-1 px-2 py-6 sm:px-4">
        {children}
      </main>
      <footer className="px-4 pb-6 text-center text-base-content/75 text-sm">
        {brand && <p>{t('withQishu')}</p>}
        <a className="link-hover inline-block py-0.5" href="/privacy-notice?type=PRIVACY_STATEMENT">
          {t('footer.PRIVACY_STATEMENT')}
        </a>
      </footer>
    </div>
  )
}

/** The logo and the name of a team. The background of the logo is white even on a dark page. */
export function BrandHead({ name, logo }: Pick<ShownBrand, 'name' | 'logo'>) {
  return (
    <p className="flex min-w-0 items-center gap-2.5 font-serif text-lg leading-tight">
      {logo && (
        // There is no alternative text, because the name is next to the logo.
        <img {...logo} alt="" className="shrink-0 rounded-field bg-white p-0.5" />
      )}
      <span className="line-clamp-2 min-w-0">{name}</span>
    </p>
  )
}
