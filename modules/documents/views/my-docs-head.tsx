import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'

/** The lists of My Documents with their addresses, and the pages that create a new entry. */
const TABS = {
  recent: { path: '/mgmt/my-docs', begin: '/mgmt/new-doc', words: 'createNew' },
  created: { path: '/mgmt/my-docs?tab=created', begin: '/mgmt/new-doc', words: 'createNew' },
  imported: {
    path: '/mgmt/my-docs?tab=imported',
    begin: '/mgmt/new-doc?tab=IMPORT_DOC',
    words: 'import.title',
  },
  templates: { path: '/mgmt/my-docs?tab=templates', begin: '/mgmt/new-doc', words: 'createNew' },
  batches: { path: '/mgmt/batches', begin: '/mgmt/new-doc', words: 'createNew' },
  dates: { path: '/mgmt/key-dates', begin: '/mgmt/new-doc', words: 'createNew' },
} as const
type Tab = keyof typeof TABS

/** The head of every list of My Documents: the button to create something, and the tabs. */
export function MyDocsHead({ tab }: { tab: Tab }) {
  const t = useTranslations('documents')
  const mayCreate = useMay('document.create')
  return (
    <>
      <PageHead title={t('myDocs')}>
        {mayCreate && (
          <a href={TABS[tab].begin} className="btn btn-primary">
            <Icon name="plus" className="size-4" />
            {t(TABS[tab].words)}
          </a>
        )}
      </PageHead>
      <nav
        aria-label={t('myDocs')}
        className="tabs tabs-border mb-4 max-sm:mb-2 max-sm:flex-nowrap max-sm:overflow-x-auto short:flex-wrap short:overflow-visible"
      >
        {(Object.keys(TABS) as Tab[]).map((one) => (
          <a
            key={one}
            href={TABS[one].path}
            aria-current={one === tab ? 'page' : undefined}
            className={`tab shrink-0 ${one === tab ? 'tab-active' : 'text-base-content/80!'}`}
          >
            {t(`tab.${one}`)}
          </a>
        ))}
      </nav>
    </>
  )
}
