import { useTranslations } from '../language.tsx'
import { StateWord } from '../parts.tsx'
import { Day } from './moment.tsx'

interface Props {
  at: Date | null
  overdue: boolean
  /** Adds a label to the day, where no column heading does. */
  named?: boolean
}

/** The day of a due date, marked once it has passed. Renders nothing for null. */
export function Due({ at, overdue, named }: Props) {
  const t = useTranslations('calendar')
  if (!at) return '–'
  if (!overdue)
    return (
      <span className="whitespace-nowrap">
        {named && `${t('due')} `}
        <Day at={at} />
      </span>
    )
  return (
    <StateWord tone="error">
      <span className="font-medium text-error">{t('overdue')}</span> <Day at={at} />
    </StateWord>
  )
}
