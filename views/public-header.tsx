import { useTranslations } from 'use-intl'
import { Seal } from './icons.tsx'
import { LanguageSwitch } from './language-switch.tsx'

export function Brand({ href = '/' }: { href?: string }) {
  const t = useTranslations('common')
  return (
    <a href={href} className="flex items-center gap-2.5 font-serif text-lg tracking-wide">
      <Seal className="size-8" />
      <span>{t('brand')}</span>
    </a>
  )
}

interface Props {
  viewer: { name: string } | null
  locale: string
  path: string
}

export function PublicHeader({ viewer, locale, path }: Props) {
  const t = useTranslations('common')
  return (
    <header className="border-base-300 border-b bg-base-100">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-3 px-4">
        <Brand />
        <div className="flex items-center gap-1 sm:gap-2">
          <LanguageSwitch locale={locale} path={path} />
          {viewer ? (
            <a href="/mgmt/home" className="btn btn-sm btn-primary">
              {t('menu.home')}
            </a>
          ) : (
            <>
              <a href="/acct/login" className="btn btn-sm btn-ghost">
                {t('login')}
              </a>
              <a href="/acct/register" className="btn btn-sm btn-primary hidden sm:inline-flex">
                {t('freeDemo')}
              </a>
            </>
          )}
        </div>
      </div>
    </header>
  )
}
