import { useTranslations } from '../language.tsx'
import { StateWord } from '../parts.tsx'
import { Day } from './moment.tsx'

interface Props {
  at: Date | null
  overdue: boolean
  /** Whether to add a label to the day, if no column heading names it. */
  named?: boolean
}

/** The day of a due date, marked if it has passed. Renders nothing for null. */
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
