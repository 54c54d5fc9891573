import { useTranslations } from '#views/language.tsx'
import { Empty } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type DocumentFilter, isFiltered, type Tab, tabPath } from '../list/filter.ts'

/** Replaces an empty list: says that the search found nothing, with a link back, or shows the first step. */
export function NoDocuments({ filter }: { filter: DocumentFilter }) {
  const t = useTranslations('documents')
  const isLaterPage = filter.after || filter.before
  return (
    <div id="document-list" className="rounded-box border border-base-300 bg-base-100">
      {isLaterPage || isFiltered(filter) ? (
        <Empty icon="search" title={titleOf(t, filter)}>
          {filter.keyword && <p className="mb-3">{t('empty.searched')}</p>}
          <a className="btn btn-outline" href={tabPath(filter.tab)}>
            {t('filter.clear')}
          </a>
        </Empty>
      ) : (
        <FirstStep tab={filter.tab} />
      )}
    </div>
  )
}

function titleOf(t: ReturnType<typeof useTranslations<'documents'>>, { keyword }: DocumentFilter): string {
  return keyword ? t('empty.search', { keyword }) : t('empty.filtered')
}

function FirstStep({ tab }: { tab: Tab }) {
  const t = useTranslations('documents')
  const mayCreate = useMay('document.create')
  if (tab === 'imported')
    return (
      <Empty icon="document" title={t('empty.imported')}>
        <p className="mb-3">{t('empty.importedTeach')}</p>
        {mayCreate && (
          <a href="/mgmt/new-doc?tab=IMPORT_DOC" className="btn btn-primary">
            {t('import.title')}
          </a>
        )}
      </Empty>
    )
  return (
    <Empty icon="document" title={t('empty.created')}>
      <p className="mb-3">{t('empty.teach')}</p>
      {mayCreate && (
        <div className="flex flex-wrap justify-center gap-2">
          <a href="/mgmt/new-doc" className="btn btn-primary">
            {t('createNew')}
          </a>
          {tab === 'recent' && (
            <a href="/mgmt/new-doc?tab=IMPORT_DOC" className="btn btn-outline">
              {t('import.title')}
            </a>
          )}
        </div>
      )}
    </Empty>
  )
}
