import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { SearchBox } from '#views/search-box.tsx'
import type { Label } from '../filing/choices.ts'
import { ARCHIVED, countFilters, type DocumentFilter, NO_FOLDER, statesOf } from '../list/filter.ts'
import { SORTS } from '../list/order.ts'

/** Two fields in a line on a phone. */
const HALF_WIDTH = 'max-sm:w-[calc(50%-0.375rem)]'

export function DocumentFilters({ filter, labels }: { filter: DocumentFilter; labels: Label[] }) {
  const t = useTranslations('documents')
  const allOption = { value: '', words: t('filter.all') }
  const states = statesOf(filter.tab).map((value) => ({ value, words: t(`status.${value}`) }))
  const sorts = SORTS.map((value) => ({ value, words: t(`sort.${value}`) }))
  const optionsOfKind = (kind: Label['kind']) =>
    labels.filter((label) => label.kind === kind).map(({ id, name }) => ({ value: id, words: name }))
  const folders = optionsOfKind('folder')
  const tags = optionsOfKind('tag')
  const folderOptions = [
    { value: '', words: t('filter.everywhere') },
    ...folders,
    ...(folders.length ? [{ value: NO_FOLDER, words: t('filter.noFolder') }] : []),
    { value: ARCHIVED, words: t('filter.archived') },
  ]
  const filters = (
    <>
      {filter.tab !== 'imported' && (
        <Choice name="status" value={filter.status} options={[allOption, ...states]} />
      )}
      <Choice name="folder" value={filter.folder} options={folderOptions} />
      {tags.length > 0 && <Choice name="tag" value={filter.tag} options={[allOption, ...tags]} />}
      {(['since', 'until'] as const).map((end) => (
        <label key={end} className={`text-sm ${HALF_WIDTH}`}>
          <span className="block">{t(`filter.${end}`)}</span>
          <input name={end} type="date" defaultValue={filter[end]} className="input w-full sm:w-34" />
        </label>
      ))}
      <Choice name="sort" value={filter.sort} options={sorts} className="xl:hidden" />
    </>
  )
  return (
    <FilterForm
      action="/mgmt/my-docs"
      list="document-list"
      folded={{ filters, active: countFilters({ ...filter, keyword: '' }) }}
    >
      {filter.tab !== 'recent' && <input type="hidden" name="tab" value={filter.tab} />}
      <SearchBox
        label={t('filter.keyword')}
        value={filter.keyword}
        className="grow sm:max-xl:w-80 xl:w-60 xl:grow-0"
      />
    </FilterForm>
  )
}

interface ChoiceProps {
  name: 'status' | 'folder' | 'tag' | 'sort'
  value: string
  options: { value: string; words: string }[]
  className?: string
}

function Choice({ name, value, options, className = '' }: ChoiceProps) {
  const t = useTranslations('documents')
  return (
    <label className={`text-sm ${HALF_WIDTH} ${className}`}>
      <span className="block">{t(`filter.${name}`)}</span>
      <select name={name} defaultValue={value} className="select w-full sm:w-34">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.words}
          </option>
        ))}
      </select>
    </label>
  )
}
