import { ActionLink } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { type DocumentFilter, isFiltered, listPath, readFilter } from '../../list/filter.ts'
import type { SavedView } from '../choices.ts'
import { filterText } from '../selection.ts'

/** Links above the list: the person's saved views, and a link that saves the present filter. */
export function ViewLinks({ views, filter }: { views: SavedView[]; filter: DocumentFilter }) {
  const t = useTranslations('documents.views')
  const presentFilter = filterText({ ...filter, after: '', before: '' })
  const canSave = isFiltered(filter) && !views.some(({ query }) => query === presentFilter)
  if (!views.length && !canSave) return null
  return (
    <nav aria-label={t('title')} className="mb-3 flex flex-wrap items-center gap-2 text-sm">
      {views.map(({ id, name, query }) => (
        <a
          key={id}
          href={listPath(readFilter(Object.fromEntries(new URLSearchParams(query))))}
          aria-current={query === presentFilter ? 'page' : undefined}
          className={`btn btn-sm ${query === presentFilter ? 'btn-soft' : 'btn-outline'}`}
        >
          {name}
        </a>
      ))}
      {canSave && (
        <ActionLink href={`/mgmt/filing/views/new?${presentFilter}`} className="btn btn-ghost btn-sm">
          {t('save')}
        </ActionLink>
      )}
      {views.length > 0 && (
        <a href="/mgmt/filing#views" className="btn btn-ghost btn-sm">
          {t('manage')}
        </a>
      )}
    </nav>
  )
}
