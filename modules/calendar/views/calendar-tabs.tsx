import { useTranslations } from '#views/language.tsx'

const TABS = { hours: '/desk/hours', days: '/desk/calendar' } as const
type Tab = keyof typeof TABS

/** The tabs of the two pages about our working days and hours. */
export function CalendarTabs({ current }: { current: Tab }) {
  const t = useTranslations('calendar')
  return (
    <nav aria-label={t('tabs.label')} className="mb-4 flex flex-wrap gap-1 border-base-300 border-b">
      {Object.entries(TABS).map(([tab, href]) => (
        <a
          key={tab}
          href={href}
          aria-current={tab === current ? 'page' : undefined}
          className={`px-3 py-2 ${tab === current ? 'border-primary border-b-2 font-semibold' : 'text-base-content/75'}`}
        >
          {t(`tabs.${tab as Tab}`)}
        </a>
      ))}
    </nav>
  )
}
