import { ActionPlace } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { StorageMeter } from '#views/values/storage-meter.tsx'
import type { FilingAction } from '../filing/filed.ts'
import { ViewLinks } from '../filing/views/view-links.tsx'
import { ARCHIVED, type DocumentFilter, isFiltered, listPath } from '../list/filter.ts'
import type { MyDocuments } from '../list/list.ts'
import { DocumentFilters } from './document-filters.tsx'
import { DocumentList } from './document-list.tsx'
import { MyDocsHead } from './my-docs-head.tsx'

interface Props extends MyDocuments {
  filter: DocumentFilter
  /** The last action in the list, and the number of its documents. */
  filed: FilingAction | null
}

export function MyDocsPage(props: Props) {
  const { filter, total, done, filed, labels, views, storage } = props
  return (
    <>
      <MyDocsHead tab={filter.tab} />
      {done && <DoneLine done={done} filter={filter} />}
      {filed && <FiledLine {...filed} />}
      <ViewLinks views={views} filter={filter} />
      {(total > 0 || isFiltered(filter)) && <DocumentFilters filter={filter} labels={labels} />}
      <DocumentList {...props} />
      {storage && (
        <div className="mt-4 max-w-xl">
          <StorageMeter storage={storage} />
        </div>
      )}
      <ActionPlace />
    </>
  )
}

/** The notice of an action on the chosen documents. */
function FiledLine({ step, count }: FilingAction) {
  const t = useTranslations('documents.filing')
  return (
    <div className="alert alert-success alert-soft mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <p role="status" className="flex items-center gap-2">
        <Icon name="check" className="size-5" />
        {t(`done.${step}`, { count })}
      </p>
      {step === 'archive' && (
        <a href={`/mgmt/my-docs?folder=${ARCHIVED}`} className="link">
          {t('seeArchived')}
        </a>
      )}
    </div>
  )
}

interface DoneProps {
  done: NonNullable<MyDocuments['done']>
  filter: DocumentFilter
}

/** The latest action, with a button to undo it. */
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
