import type { ChangedRow, FieldChange } from '#assembly/compare/explain.ts'
import { localeOf, wordsIn } from '#assembly/template/words-in.ts'
import { Icon } from '#views/icons.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import type { Text } from '../reading.ts'
import { PlaceName, sideFor } from './place-name.tsx'

interface SummaryProps {
  text: Text
  /** The number of the earlier round. */
  comparedRound: number
  page: string
}

/** A rule-based summary of the changes since an earlier round: clauses, blanks, and doubtful points. */
export function Summary({ text, comparedRound, page }: SummaryProps) {
  const t = useTranslations('review.summary')
  if (!text.changed.length)
    return <p className="review-column mb-4 text-base-content/75">{t('nothing', { round: comparedRound })}</p>
  return (
    <details open className="review-column mb-4 rounded-box border border-base-300 bg-base-100 p-4">
      <summary className="cursor-pointer font-serif text-lg">
        {t('title', { round: comparedRound, count: text.changed.length })}
      </summary>
      <ul className="mt-2 grid gap-1">
        {text.changed.map((one) => (
          <li key={`${one.row.id}-${one.row.change}`} className="wrap-anywhere">
            <a className="link link-primary" href={`${page}#at-${one.row.id}`}>
              <PlaceName row={one.row} text={text} />
            </a>{' '}
            {t(wayOf(one))}
            {one.oneSided && <Doubt>{t('oneSided')}</Doubt>}
            {one.doubts.length > 0 && <Doubt>{t('doubts', { count: one.doubts.length })}</Doubt>}
          </li>
        ))}
      </ul>
      {text.fields.length > 0 && (
        <>
          <h3 className="mt-3 font-semibold">{t('fields')}</h3>
          <ul className="grid gap-1">
            {text.fields.map((one) => (
              <FieldLine key={one.field.id} change={one} text={text} />
            ))}
          </ul>
        </>
      )}
    </details>
  )
}

function wayOf({ row, reason }: ChangedRow): MessageKey<'review.summary'> {
  if (row.change === 'reworded') return `way.${reason ?? 'filled'}`
  return `way.${row.change ?? 'moved'}`
}

function Doubt({ children }: { children: React.ReactNode }) {
  return (
    <span className="ml-2 inline-flex items-center gap-1 text-sm">
      <Icon name="warning" className="size-4 text-warning" />
      {children}
    </span>
  )
}

function FieldLine({ change: { field, before, after }, text }: { change: FieldChange; text: Text }) {
  const t = useTranslations('review.summary')
  const locale = useLocale()
  const label = wordsIn(field.label, localeOf(locale))
  const side = sideFor(locale, text.sides)
  return (
    <li className="wrap-anywhere">
      {t('field', { label, before: before[side] ?? t('empty'), after: after[side] ?? t('empty') })}
    </li>
  )
}
