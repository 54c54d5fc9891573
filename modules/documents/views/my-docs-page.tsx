import { ActionPlace } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { StorageMeter } from '../imports/views/storage-meter.tsx'
import { type DocumentFilter, isFiltered, listPath, TABS } from '../list/filter.ts'
import type { Count } from '../list/list.ts'
import { DocumentFilters } from './document-filters.tsx'
import { DocumentList, type ListProps } from './document-list.tsx'

const newAt = ({ tab }: DocumentFilter) =>
  tab === 'imported' ? '/mgmt/new-doc?tab=IMPORT_DOC' : '/mgmt/new-doc'

export function MyDocsPage(props: ListProps) {
  const t = useTranslations('documents')
  const mayCreate = useMay('document.create')
  const { filter, total, done } = props
  return (
    <>
      <PageHead title={t('myDocs')}>
        {mayCreate && (
          <a href={newAt(filter)} className="btn btn-primary">
            <Icon name="plus" className="size-4" />
            {t(filter.tab === 'imported' ? 'import.title' : 'createNew')}
          </a>
        )}
      </PageHead>
      {done && <DoneLine done={done} filter={filter} />}
      <nav aria-label={t('myDocs')} className="tabs tabs-border mb-4">
        {TABS.map((tab) => (
          <a
            key={tab}
            href={tab === 'created' ? '/mgmt/my-docs' : `/mgmt/my-docs?tab=${tab}`}
            aria-current={tab === filter.tab ? 'page' : undefined}
            className={`tab ${tab === filter.tab ? 'tab-active' : 'text-base-content/80!'}`}
          >
            {t(`tab.${tab}`)}
          </a>
        ))}
      </nav>
      {(total > 0 || isFiltered(filter)) && <DocumentFilters filter={filter} />}
      <DocumentList {...props} />
      {props.storage && (
        <div className="mt-4 max-w-xl">
          <StorageMeter storage={props.storage} />
        </div>
      )}
      <ActionPlace />
    </>
  )
}

interface DoneProps {
  done: NonNullable<Count['done']>
  filter: DocumentFilter
}

/** What has just been done, and the way back from it. */
function DoneLine({ done: { id, name, deleted }, filter }: DoneProps) {
  const t = useTranslations('documents.deletion')
  const back = listPath(filter, { after: filter.after, before: filter.before })
  return (
    <div className="alert alert-success alert-soft mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <p role="status" className="wrap-anywhere flex items-center gap-2">
        <Icon name="check" className="size-5" />
        {t(deleted ? 'done' : 'undone', { name })}
      </p>
      {deleted && (
        <form method="post" action={`/mgmt/${id}/restoration`}>
          <input type="hidden" name="back" value={back} />
          <button type="submit" className="btn btn-sm btn-outline">
            {t('undo')}
          </button>
        </form>
      )}
    </div>
  )
}
