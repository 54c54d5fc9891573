import { Icon, Seal } from '../icons.tsx'
import { useTranslations } from '../language.tsx'
import { AccountButtons } from './account-buttons.tsx'
import { LanguageDrawer } from './language-drawer.tsx'
import { MobileDrawer } from './mobile-drawer.tsx'
import type { HeaderProps, MenuItem } from './site-frame.ts'

interface BrandProps {
  href?: string
  logo: string | null
}

export function Brand({ href = '/product', logo }: BrandProps) {
  const t = useTranslations('common')
  return (
    <a
      href={href}
      data-brand={href === '/product' || undefined}
      className="flex items-center gap-2.5 font-serif text-lg tracking-wide"
    >
      <Logo src={logo} />
      <span>{t('brand')}</span>
    </a>
  )
}

/** The company's own logo, or ours. It has no alternative text, because the name is next to it. */
export const Logo = ({ src }: { src: string | null }) =>
  src ? <img src={src} alt="" className="h-8 w-auto" /> : <Seal className="size-8" />

export function PublicHeader(props: HeaderProps) {
  const t = useTranslations('common')
  return (
    <header className="sticky short:static top-0 z-30 border-base-300 border-b bg-base-100 px-4">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-2">
        <Brand logo={props.site.logo} />
        <nav aria-label={t('site.label')} className="max-lg:hidden">
          <ul className="flex items-center gap-1">
            <Submenu name="product" href="/product" items={props.site.menus.product} {...props} />
            <Entry name="pricing" href="/pricing" {...props} />
            <Submenu name="company" href="/company" items={props.site.menus.company} {...props} />
            <Entry name="locations" href="/locations" {...props} />
            {props.site.blogs && <BlogEntry />}
          </ul>
        </nav>
        <div className="flex items-center gap-1 sm:gap-2">
          <LanguageDrawer locale={props.locale} path={props.path} />
          <span className="flex items-center gap-2 max-sm:hidden">
            <AccountButtons viewer={props.viewer} />
          </span>
          <MobileDrawer {...props} />
        </div>
      </div>
    </header>
  )
}

interface EntryProps {
  name: 'product' | 'pricing' | 'company' | 'locations'
  href: string
  current?: string
}

export function Entry({ name, href, current }: EntryProps) {
  const t = useTranslations('common.site')
  return (
    <li>
      <a
        href={href}
        aria-current={current === name ? 'page' : undefined}
        className={`btn btn-sm btn-ghost font-normal ${current === name ? 'text-primary' : ''}`}
      >
        {t(name)}
      </a>
    </li>
  )
}

/** Opens in a new tab, because the blog is another site. */
export function BlogEntry() {
  const t = useTranslations('common.site')
  return (
    <li>
      <a href="/blogs" target="_blank" rel="noopener" className="btn btn-sm btn-ghost font-normal">
        {t('blogs')}
      </a>
    </li>
  )
}

type SubmenuProps = EntryProps & { name: 'product' | 'company'; items: MenuItem[] }

function Submenu({ name, href, items, current }: SubmenuProps) {
  const t = useTranslations('common.site')
  if (!items.length) return <Entry name={name} href={href} current={current} />
  return (
    <li>
      <details className="dropdown" data-dropdown>
        <summary className={`btn btn-sm btn-ghost font-normal ${current === name ? 'text-primary' : ''}`}>
          {t(name)}
          <Icon name="chevron" className="size-3 rotate-90" />
        </summary>
        <ul className="menu dropdown-content z-30 w-64 rounded-box border border-base-300 bg-base-100 shadow-sm">
          <li>
            <a href={href} aria-current={current === name ? 'page' : undefined}>
              {t(`${name}All`)}
            </a>
          </li>
          {items.map((item) => (
            <li key={item.href}>
              <a href={item.href}>{item.title}</a>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
