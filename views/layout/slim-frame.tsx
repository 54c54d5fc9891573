import type { ReactNode } from 'react'
import { Banners } from '../announcements/banners.tsx'
import { useTranslations } from '../language.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './public-header.tsx'
import type { SiteFrame } from './site-frame.ts'

interface Props {
  locale: string
  path: string
  /** The logged-in person, who has a way back into the product. */
  viewer?: { name: string } | null
  site: SiteFrame
  children: ReactNode
}

/** For people who follow a mailed link to do one thing: brand and language, without advertising. */
export function SlimFrame({ locale, path, viewer, site, children }: Props) {
  const t = useTranslations('common')
  return (
    <div className="flex min-h-dvh flex-col">
      <Banners banners={site.banners} path={path} />
      <header className="border-base-300 border-b bg-base-100">
        <div className="mx-auto flex h-14 max-w-4xl items-center justify-between gap-2 px-4">
          <p className="flex items-center gap-2.5 font-serif text-lg tracking-wide">
            <Logo src={site.logo} />
            {t('brand')}
          </p>
          <div className="flex items-center gap-1">
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
        <a className="link-hover inline-block py-0.5" href="/privacy-notice?type=PRIVACY_STATEMENT">
          {t('footer.PRIVACY_STATEMENT')}
        </a>
      </footer>
    </div>
  )
}
