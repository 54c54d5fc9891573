import { DAY, HOUR, MINUTE, now } from '#src/core/clock.ts'
import { type Locale, languageTag } from '#src/core/i18n.ts'

/** How long ago a moment was, in the largest unit of which at least one has passed. */
export function ageOf(since: Date, locale: Locale): string {
  const ms = now().getTime() - since.getTime()
  const format = new Intl.RelativeTimeFormat(languageTag(locale))
  if (ms >= DAY) return format.format(-Math.floor(ms / DAY), 'day')
  if (ms >= HOUR) return format.format(-Math.floor(ms / HOUR), 'hour')
  return format.format(-Math.floor(ms / MINUTE), 'minute')
}
