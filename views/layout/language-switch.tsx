import { Icon } from '../icons.tsx'
import { useTranslations } from '../language.tsx'

/** Each language by its own name, which its readers recognise. */
export const LANGUAGES = [
  { locale: 'zh_CN', lang: 'zh-CN', name: '简体中文' },
  { locale: 'zh_TW', lang: 'zh-TW', name: '繁體中文' },
  { locale: 'en_US', lang: 'en', name: 'English' },
]

export const languageLink = (path: string, locale: string) =>
  `${path}${path.includes('?') ? '&' : '?'}locale=${locale}`

interface Props {
  locale: string
  path: string
  /** Opens the list upwards on wide screens. */
  opensUpwards?: boolean
}

/** Reloads the page with the query parameter `locale`; works without scripts. */
export function LanguageSwitch({ locale, path, opensUpwards }: Props) {
  const t = useTranslations('common')
  return (
    <details
      className={`dropdown ${opensUpwards ? 'max-md:dropdown-end md:dropdown-top' : 'dropdown-end'}`}
      data-dropdown
    >
      <summary className="btn btn-sm btn-ghost">
        <Icon name="globe" className="size-4" />
        <span className="sr-only">{t('language')}</span>
        <span className="max-sm:sr-only">{LANGUAGES.find((one) => one.locale === locale)?.name}</span>
      </summary>
      <ul className="menu dropdown-content z-30 w-36 rounded-box border border-base-300 bg-base-100 shadow-sm">
        {LANGUAGES.map((one) => (
          <li key={one.locale}>
            <a
              href={languageLink(path, one.locale)}
              lang={one.lang}
              aria-current={one.locale === locale || undefined}
            >
              {one.name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
