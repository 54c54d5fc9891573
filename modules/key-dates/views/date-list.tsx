import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty } from '#views/parts.tsx'
import { isPassed, type KeyDate } from '../key-date.ts'
import { type DateFilter, datesPath } from '../list.ts'
import { DateRow } from './date-row.tsx'
import { useMonth } from './date-words.ts'

export interface ListProps {
  rows: KeyDate[]
  previous: string | null
  next: string | null
  filter: DateFilter
}

/** The dates by month; dates that have passed come first, under a separate heading. */
export function DateList({ rows, previous, next, filter }: ListProps) {
  const t = useTranslations('keyDates')
  const month = useMonth()
  if (!rows.length) return <NoDates filter={filter} />
  const groups = Map.groupBy(rows, (date) => (isPassed(date) ? t('passedTitle') : month(date.day)))
  return (
    <div id="date-list" className="grid gap-4">
      {[...groups].map(([title, dates]) => (
        <section key={title} className="rounded-box border border-base-300 bg-base-100 px-4 pt-3 pb-1">
          <h2 className="font-serif text-lg">{title}</h2>
          <ul className="divide-y divide-base-300">
            {dates.map((date) => (
              <li key={date.id}>
                <DateRow date={date} from="list" />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <PageLinks
        first={datesPath(filter)}
        previous={previous && datesPath(filter, { before: previous })}
        next={next && datesPath(filter, { after: next })}
      />
    </div>
  )
}

function NoDates({ filter }: { filter: DateFilter }) {
  const t = useTranslations('keyDates')
  const isFiltered = filter.kind || filter.show === 'done' || filter.after || filter.before
  return (
    <div id="date-list" className="rounded-box border border-base-300 bg-base-100">
      <Empty icon="calendar" title={t(isFiltered ? 'empty.filtered' : 'empty.none')}>
        {isFiltered ? (
          <a className="btn btn-outline" href="/mgmt/key-dates">
            {t('empty.all')}
          </a>
        ) : (
          <p>{t('empty.teach')}</p>
        )}
      </Empty>
    </div>
  )
}
