import { Icon } from '../icons.tsx'
import type { MessageKey } from '../language/messages.ts'
import { useTranslations } from '../language.tsx'
import { AccountButtons } from './account-buttons.tsx'
import { Drawer } from './drawer.tsx'
import type { HeaderProps, MenuItem } from './site-frame.ts'

/** The menu of the header below 1024 px. */
export function MobileDrawer({ viewer, current, site }: HeaderProps) {
  const t = useTranslations('common')
  const entries: { name: MessageKey<'common.site'>; href: string; items?: MenuItem[] }[] = [
    { name: 'product', href: '/product', items: site.menus.product },
    { name: 'pricing', href: '/pricing' },
    { name: 'company', href: '/company', items: site.menus.company },
    { name: 'locations', href: '/locations' },
  ]
  return (
    <Drawer
      id="menu-drawer"
      title={t('site.label')}
      buttonClass="btn-square lg:hidden"
      button={
        <>
          <Icon name="menu" />
          <span className="sr-only">{t('site.label')}</span>
        </>
      }
    >
      <nav aria-label={t('site.label')}>
        <ul className="menu w-full p-0">
          {entries.map(({ name, href, items = [] }) => (
            <li key={name}>
              <a
                href={href}
                aria-current={current === name ? 'page' : undefined}
                className="py-2 font-medium"
              >
                {t(`site.${name}`)}
              </a>
              {items.length > 0 && (
                <ul>
                  {items.map((item) => (
                    <li key={item.href}>
                      <a href={item.href} className="py-2">
                        {item.title}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
          {site.blogs && (
            <li>
              <a href="/blogs" target="_blank" rel="noopener" className="py-2 font-medium">
                {t('site.blogs')}
              </a>
            </li>
          )}
        </ul>
      </nav>
      <p className="mt-4 flex gap-2 border-base-300 border-t pt-4">
        <AccountButtons viewer={viewer} />
      </p>
    </Drawer>
  )
}
