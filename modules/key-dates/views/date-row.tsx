import { ActionLink } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Tag } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { isPassed, type KeyDate } from '../key-date.ts'
import { useDateWords } from './date-words.ts'

interface Props {
  date: KeyDate
  /** The page to return to after the date is marked as done. */
  from: 'list' | 'document'
}

/** One date: its day, its name, in the list also its document, and its actions. */
export function DateRow({ date, from }: Props) {
  const t = useTranslations('keyDates')
  const words = useDateWords()
  const { day, label, kind, document, document_id, number, remind, done_at, computed_day } = date
  return (
    <div className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[7rem_1fr] lg:grid-cols-[7rem_1fr_auto] sm:items-baseline">
      <p className={`tabular-nums ${done_at ? 'text-base-content/75' : 'font-medium'}`}>
        <time dateTime={day}>{day}</time>
        {isPassed(date) && (
          <span className="block text-error text-sm max-sm:ms-2 max-sm:inline">{t('passed')}</span>
        )}
      </p>
      <div className="wrap-anywhere min-w-0">
        <p>
          {words(label)} {kind !== 'other' && <Tag>{t(`kind.${kind}`)}</Tag>}
        </p>
        <p className="text-base-content/75 text-sm">
          {from === 'list' && (
            <>
              <a className="link-hover" href={`/mgmt/${document_id}/key-dates`}>
                {document}
              </a>{' '}
              <span className="tabular-nums">{number}</span>
              {' · '}
            </>
          )}
          {done_at ? t('isDone') : t('reminder', { days: remind })}
          {computed_day && computed_day !== day && ` · ${t('computed', { day: computed_day })}`}
        </p>
      </div>
      <DateActions date={date} from={from} name={words(label)} />
    </div>
  )
}

function DateActions({ date: { id, done_at, source }, from, name }: Props & { name: string }) {
  const t = useTranslations('keyDates')
  const mayEdit = useMay('document.create')
  const path = `/mgmt/key-dates/${id}`
  return (
    <div className="flex flex-wrap items-center gap-1 sm:max-lg:col-start-2">
      {mayEdit && (
        <form method="post" action={`${path}/${done_at ? 'opening' : 'tick'}?from=${from}`}>
          <button
            type="submit"
            className="btn btn-sm btn-outline"
            aria-label={t(done_at ? 'openOf' : 'tickOf', { name })}
          >
            {!done_at && <Icon name="check" className="size-4" />}
            {t(done_at ? 'open' : 'tick')}
          </button>
        </form>
      )}
      {mayEdit && !done_at && (
        <ActionLink href={path} className="btn btn-sm btn-ghost btn-square">
          <Icon name="edit" className="size-4" />
          <span className="sr-only">{t('change.of', { name })}</span>
        </ActionLink>
      )}
      {!done_at && (
        <a href={`${path}/date.ics`} className="btn btn-sm btn-ghost btn-square">
          <Icon name="calendar" className="size-4" />
          <span className="sr-only">{t('calendarOf', { name })}</span>
        </a>
      )}
      {mayEdit && source === null && (
        <ActionLink href={`${path}/removal`} className="btn btn-sm btn-ghost btn-square">
          <Icon name="bin" className="size-4" />
          <span className="sr-only">{t('removal.of', { name })}</span>
        </ActionLink>
      )}
    </div>
  )
}
