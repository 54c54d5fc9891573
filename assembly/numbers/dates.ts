import type { Side } from '../answers.ts'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Parses yyyy-MM-dd; null if there is no such day. */
export function readDay(text: string): { year: number; month: number; day: number } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  return { year, month, day }
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** '2026-11-21' → 2026年11月21日 / 21 November 2026. Returns any other text unchanged. */
export function formatDate(text: string, side: Side): string {
  const date = readDay(text)
  if (!date) return text
  if (side === 'zh') return `${date.year}年${date.month}月${date.day}日`
  return `${date.day} ${months[date.month - 1]} ${date.year}`
}
