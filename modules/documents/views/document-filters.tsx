import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { SearchBox } from '#views/search-box.tsx'
import { type DocumentFilter, statesOf } from '../list/filter.ts'
import { SORTS } from '../list/order.ts'

/** Two in a line on a phone. */
const PAIRED = 'max-sm:w-[calc(50%-0.375rem)]'

export function DocumentFilters({ filter }: { filter: DocumentFilter }) {
  const t = useTranslations('documents')
  const all = { value: '', words: t('filter.all') }
  const states = statesOf(filter.tab).map((value) => ({ value, words: t(`status.${value}`) }))
  const sorts = SORTS.map((value) => ({ value, words: t(`sort.${value}`) }))
  return (
    <FilterForm action="/mgmt/my-docs" list="document-list">
      {filter.tab !== 'recent' && <input type="hidden" name="tab" value={filter.tab} />}
      <SearchBox
        label={t('filter.keyword')}
        value={filter.keyword}
        className="w-full sm:w-80 sm:max-xl:grow"
      />
      {filter.tab !== 'imported' && <Choice name="status" value={filter.status} options={[all, ...states]} />}
      {(['since', 'until'] as const).map((end) => (
        <label key={end} className={`text-sm ${PAIRED}`}>
          <span className="block">{t(`filter.${end}`)}</span>
          <input name={end} type="date" defaultValue={filter[end]} className="input w-full sm:w-40" />
        </label>
      ))}
      <Choice name="sort" value={filter.sort} options={sorts} className="xl:hidden" />
    </FilterForm>
  )
}

interface ChoiceProps {
  name: 'status' | 'sort'
  value: string
  options: { value: string; words: string }[]
  className?: string
}

function Choice({ name, value, options, className = '' }: ChoiceProps) {
  const t = useTranslations('documents')
  return (
    <label className={`text-sm ${PAIRED} ${className}`}>
      <span className="block">{t(`filter.${name}`)}</span>
      <select name={name} defaultValue={value} className="select w-full sm:w-40">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.words}
          </option>
        ))}
      </select>
    </label>
  )
}
