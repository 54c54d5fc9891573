import { useTranslations } from '../language.tsx'
import { StateWord } from '../parts.tsx'
import { Day } from './moment.tsx'

interface Props {
  at: Date | null
  overdue: boolean
  /** Adds a label where no column heading names the day. An overdue day always has its own label. */
  showsLabel?: boolean
}

/** The day of a due date, marked if it has passed. Renders a dash for null. */
export function Due({ at, overdue, showsLabel }: Props) {
  const t = useTranslations('calendar')
  if (!at) return '–'
  if (!overdue)
    return (
      <span className="whitespace-nowrap">
        {showsLabel && `${t('due')} `}
        <Day at={at} />
      </span>
    )
  return (
    <StateWord tone="error">
      <span className="font-medium text-error">{t('overdue')}</span> <Day at={at} />
    </StateWord>
  )
}
