import type { Words } from '#assembly/template/template.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { useTranslations } from '#views/language.tsx'
import { useDateWords } from './date-words.ts'

export interface NextDate {
  id: string
  label: Words
  day: string
}

/** The next open dates of a document, shown on its page. */
export function NextDates({ documentId, found }: { documentId: string; found: NextDate[] }) {
  const t = useTranslations('keyDates')
  const words = useDateWords()
  const today = shanghaiDay()
  return (
    <section className="mb-4 rounded-box border border-base-300 bg-base-100 px-4 py-3 print:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-serif text-lg">{t('title')}</h2>
        <a className="link link-primary text-sm" href={`/mgmt/${documentId}/key-dates`}>
          {t(found.length ? 'manage' : 'addSome')}
        </a>
      </div>
      {found.length > 0 && (
        <ul className="mt-1">
          {found.map(({ id, label, day }) => (
            <li key={id} className="flex flex-wrap gap-x-4 py-0.5">
              <time dateTime={day} className="w-24 shrink-0 tabular-nums">
                {day}
              </time>
              <span className="wrap-anywhere min-w-0">
                {words(label)}
                {day < today && <span className="ms-2 text-error text-sm">{t('passed')}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
