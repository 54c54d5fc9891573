import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'

/** The lists of My Documents, each at an address of its own. */
export const TABS = { created: '/mgmt/my-docs', templates: '/mgmt/my-docs?tab=templates' } as const
export type Tab = keyof typeof TABS

/** The head of every list of My Documents: the way to a new document, and to the other lists. */
export function MyDocsHead({ tab }: { tab: Tab }) {
  const t = useTranslations('documents')
  const mayCreate = useMay('document.create')
  return (
    <>
      <PageHead title={t('myDocs')}>
        {mayCreate && (
          <a href="/mgmt/new-doc" className="btn btn-primary">
            <Icon name="plus" className="size-4" />
            {t('createNew')}
          </a>
        )}
      </PageHead>
      <nav aria-label={t('myDocs')} className="tabs tabs-border mb-4">
        {(Object.keys(TABS) as Tab[]).map((one) => (
          <a
            key={one}
            href={TABS[one]}
            aria-current={one === tab ? 'page' : undefined}
            className={`tab ${one === tab ? 'tab-active' : ''}`}
          >
            {t(`tab.${one}`)}
          </a>
        ))}
      </nav>
    </>
  )
}
