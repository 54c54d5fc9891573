import { DATE_KINDS } from '#assembly/dates/key-date.ts'
import { finalDocuments } from '#modules/documents/index.ts'
import { ActionPlace } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { SHOWN_DATES } from '../list.ts'
import { DateList, type ListProps } from './date-list.tsx'

/** The dates of all documents that the reader may see. */
export function KeyDatesPage(props: ListProps) {
  const t = useTranslations('keyDates')
  const { filter, rows } = props
  return (
    <>
      <finalDocuments.MyDocsHead tab="dates" />
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <FilterForm action="/mgmt/key-dates" list="date-list">
          <Select name="show" label={t('filter.show')} value={filter.show}>
            {SHOWN_DATES.map((one) => (
              <option key={one} value={one}>
                {t(`filter.${one}`)}
              </option>
            ))}
          </Select>
          <Select name="kind" label={t('filter.kind')} value={filter.kind}>
            <option value="">{t('filter.every')}</option>
            {DATE_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`kind.${one}`)}
              </option>
            ))}
          </Select>
        </FilterForm>
        {rows.length > 0 && (
          <a href="/mgmt/key-dates/key-dates.ics" className="btn btn-outline mb-4">
            <Icon name="calendar" className="size-4" />
            {t('calendar')}
          </a>
        )}
      </div>
      <DateList {...props} />
      <p className="mt-4 max-w-prose text-base-content/75 text-sm">{t('notice')}</p>
      <ActionPlace />
    </>
  )
}

interface SelectProps {
  name: string
  label: string
  value: string
  children: React.ReactNode
}

function Select({ name, label, value, children }: SelectProps) {
  return (
    <label className="text-sm max-sm:w-full">
      <span className="block">{label}</span>
      <select name={name} defaultValue={value} className="select w-full sm:w-44">
        {children}
      </select>
    </label>
  )
}
