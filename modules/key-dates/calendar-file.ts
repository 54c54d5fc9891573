import { wordsIn } from '#assembly/template/words-in.ts'
import { dayAfter } from '#src/calendar/working-days.ts'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Locale } from '#src/core/i18n.ts'
import { publicUrl } from '#src/http/envelope.ts'
import type { KeyDate } from './key-date.ts'

/**
 * Key dates as a calendar file that other programs import (RFC 5545). Importing a date again replaces its
 * earlier version.
 */
export function calendarFile(dates: KeyDate[], name: string, locale: Locale): Uint8Array {
  const stamp = now()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${new URL(config.baseUrl).hostname}//Key dates//EN`,
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...dates.flatMap((date) => eventLines(date, stamp, locale)),
    'END:VCALENDAR',
  ]
  return new TextEncoder().encode(lines.map((line) => `${foldLine(line)}\r\n`).join(''))
}

function eventLines(
  { id, label, day, remind, document, number, document_id }: KeyDate,
  stamp: string,
  locale: Locale,
) {
  const words = wordsIn(label, locale)
  return [
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(config.baseUrl).hostname}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compactDay(day)}`,
    `DTEND;VALUE=DATE:${compactDay(dayAfter(day))}`,
    `SUMMARY:${escapeText(`${words} · ${document}`)}`,
    `DESCRIPTION:${escapeText(number)}`,
    `URL:${publicUrl(`/mgmt/${document_id}/key-dates`)}`,
    'TRANSP:TRANSPARENT',
    ...(remind
      ? [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${escapeText(words)}`,
          `TRIGGER:-P${remind}D`,
          'END:VALARM',
        ]
      : []),
    'END:VEVENT',
  ]
}

const compactDay = (day: string) => day.replaceAll('-', '')

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n')

/** The maximum length of a line in bytes, without the line break. */
const MAX_LINE_BYTES = 75

/** Folds a longer line: it continues in the next line, after a space. Characters are not divided. */
function foldLine(line: string): string {
  const parts = ['']
  let size = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (size + bytes > MAX_LINE_BYTES) {
      parts.push('')
      size = 1
    }
    parts[parts.length - 1] += character
    size += bytes
  }
  return parts.join('\r\n ')
}
