import type { ReactNode } from 'react'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'

/** The ways to create a document. */
const TABS = ['TEMPLATE_SELECT', 'CONSULT_SELECT', 'IMPORT_DOC'] as const
export type NewDocTab = (typeof TABS)[number]

/**
 * The tabs for creating a document. Each is a page with its own address, so that Back, links and reload
 * work.
 */
export function NewDocTabs({ current, children }: { current: NewDocTab; children: ReactNode }) {
  const t = useTranslations('documents')
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-6">
      <div className="mb-4 flex items-center justify-between">
        <h1 className="font-serif text-2xl">{t('newDoc')}</h1>
        <a href="/mgmt/my-docs" className="btn btn-ghost btn-square" aria-label={t('close')}>
          <Icon name="close" />
        </a>
      </div>
      <nav
        aria-label={t('newDoc')}
        className="tabs tabs-border mb-4 max-sm:flex-nowrap max-sm:overflow-x-auto"
      >
        {TABS.map((tab) => (
          <a
            key={tab}
            href={`/mgmt/new-doc?tab=${tab}`}
            aria-current={tab === current ? 'page' : undefined}
            className={`tab shrink-0 ${tab === current ? 'tab-active' : 'text-base-content/80!'}`}
          >
            {t(`newDocTab.${tab}`)}
          </a>
        ))}
      </nav>
      {children}
    </main>
  )
}
