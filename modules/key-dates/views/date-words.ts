import { readDay } from '#assembly/numbers/dates.ts'
import type { Words } from '#assembly/template/template.ts'
import { localeOf, wordsIn } from '#assembly/template/words-in.ts'
import { useLocale } from '#views/language.tsx'

/** Makes a function that returns the name of a date in the language of the page. */
export function useDateWords() {
  const locale = localeOf(useLocale())
  return (label: Words) => wordsIn(label, locale)
}

const ENGLISH_MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Makes a function that returns the month of a day: January 2027, 2027年1月. */
export function useMonth() {
  const isEnglish = useLocale().startsWith('en')
  return (day: string) => {
    const { year = 0, month = 0 } = readDay(day) ?? {}
    return isEnglish ? ENGLISH_MONTH.format(new Date(`${day}T00:00:00Z`)) : `${year}年${month}月`
  }
}
