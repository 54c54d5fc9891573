import { useTranslations } from '#views/language.tsx'
import { SearchBox } from '#views/search-box.tsx'
import type { DocumentFilter } from '../list/filter.ts'
import { SORTS } from '../list/order.ts'
import { STATUSES } from '../status.ts'

/** What the list is narrowed by; with script it follows each change at once. */
export function DocumentFilters({ filter }: { filter: DocumentFilter }) {
  const t = useTranslations('documents')
  return (
    <search>
      <form
        method="get"
        action="/mgmt/my-docs"
        hx-get="/mgmt/my-docs"
        hx-target="#document-list"
        hx-swap="outerHTML"
        hx-push-url="true"
        hx-trigger="submit, change, input changed delay:300ms from:#keyword"
        className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
      >
        <SearchBox
          label={t('filter.keyword')}
          value={filter.keyword}
          className="col-span-2 sm:w-80 sm:max-xl:grow"
        />
        <Choice name="status" value={filter.status} options={['', ...STATUSES]} />
        {(['since', 'until'] as const).map((end) => (
          <label key={end} className="text-sm">
            <span className="block">{t(`filter.${end}`)}</span>
            <input name={end} type="date" defaultValue={filter[end]} className="input w-full sm:w-40" />
          </label>
        ))}
        <Choice name="sort" value={filter.sort} options={SORTS} className="xl:hidden" />
        <noscript>
          <button type="submit" className="btn btn-outline">
            {t('filter.apply')}
          </button>
        </noscript>
      </form>
    </search>
  )
}

interface ChoiceProps {
  name: 'status' | 'sort'
  value: string
  options: readonly string[]
  className?: string
}

function Choice({ name, value, options, className = '' }: ChoiceProps) {
  const t = useTranslations('documents')
  return (
    <label className={`text-sm ${className}`}>
      <span className="block">{t(`filter.${name}`)}</span>
      <select name={name} defaultValue={value} className="select w-full sm:w-40">
        {options.map((option) => (
          <option key={option} value={option}>
            {option ? t(`${name}.${option}` as never) : t('filter.all')}
          </option>
        ))}
      </select>
    </label>
  )
}
