import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { SearchBox } from '#views/search-box.tsx'
import type { LibraryFilter } from '../filter.ts'

interface Props {
  action: string
  filter: LibraryFilter
  /** Code of the template that is open beside the list. */
  chosen?: string
}

export const LIST = 'template-list'

export function TemplateFilters({ action, filter, chosen }: Props) {
  const t = useTranslations('documents')
  return (
    <FilterForm action={action} list={LIST} stays>
      {chosen && <input type="hidden" name="template" value={chosen} />}
      {filter.category && <input type="hidden" name="category" value={filter.category} />}
      <SearchBox label={t('searchTemplate')} value={filter.keyword} className="w-full sm:w-96" />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 sm:min-h-10">
        {(['free', 'usable'] as const).map((name) => (
          <label key={name} className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              name={name}
              value="yes"
              defaultChecked={filter[name]}
              className="checkbox checkbox-sm"
            />
            {t(`library.${name}`)}
          </label>
        ))}
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            name="sort"
            value="newest"
            defaultChecked={filter.sort === 'newest'}
            className="checkbox checkbox-sm"
          />
          {t('library.newest')}
        </label>
      </div>
    </FilterForm>
  )
}
