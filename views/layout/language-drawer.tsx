import { Icon } from '../icons.tsx'
import { useTranslations } from '../language.tsx'
import { Drawer } from './drawer.tsx'
import { LANGUAGES, languageLink } from './language-switch.tsx'

/** Reloads the page with the query parameter `locale`; works without scripts. */
export function LanguageDrawer({ locale, path }: { locale: string; path: string }) {
  const t = useTranslations('common')
  const currentLanguage = LANGUAGES.find((one) => one.locale === locale)
  return (
    <Drawer
      id="language-drawer"
      title={t('language')}
      button={
        <>
          <Icon name="globe" className="size-4" />
          <span className="sr-only">{t('language')}</span>
          <span className="max-sm:sr-only" lang={currentLanguage?.lang}>
            {currentLanguage?.name}
          </span>
        </>
      }
    >
      <ul className="menu w-full p-0">
        {LANGUAGES.map((one) => (
          <li key={one.locale}>
            <a
              href={languageLink(path, one.locale)}
              lang={one.lang}
              aria-current={one.locale === locale || undefined}
              className="justify-between py-2.5"
            >
              {one.name}
              {one.locale === locale && <Icon name="check" className="size-4" />}
            </a>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
