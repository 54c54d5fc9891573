import { useTranslations } from '../language.tsx'
import { POLICIES, Records } from './footer.tsx'
import { LANGUAGES, languageLink } from './language-switch.tsx'
import type { LayoutProps } from './layout-props.ts'
import { helpEntries } from './shortcut.tsx'

/** The footer for logged-in users: help, agreements and languages, without advertising. */
export function AppFooter({ locale, path, site, desk }: LayoutProps) {
  const t = useTranslations('common')
  const help = helpEntries(true, desk ? 'keys' : 'tour').map(({ key, href }) => ({
    href,
    words: t(`shortcut.${key}`),
  }))
  const verify = { href: '/verify', words: t('footer.verify') }
  const policies = POLICIES.map((type) => ({
    href: `/privacy-notice?type=${type}`,
    words: t(`footer.${type}`),
  }))
  return (
    <footer className="flex flex-wrap items-center gap-x-5 gap-y-1 border-base-300 border-t px-4 py-4 text-base-content/75 text-sm md:min-h-18 md:pr-20 md:pl-6">
      {[...help, verify, ...policies].map(({ href, words }) => (
        <a key={href} className="link-hover inline-block py-0.5" href={href}>
          {words}
        </a>
      ))}
      <ul aria-label={t('language')} className="flex flex-wrap gap-x-4">
        {LANGUAGES.filter((one) => one.locale !== locale).map((one) => (
          <li key={one.locale}>
            <a
              className="link-hover inline-block py-0.5"
              href={languageLink(path, one.locale)}
              lang={one.lang}
            >
              {one.name}
            </a>
          </li>
        ))}
      </ul>
      <Records site={site} />
    </footer>
  )
}
