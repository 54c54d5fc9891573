import { readChinese, chineseNumeral as zh } from './number-words.ts'
import type { Reading, Rule } from './reading.ts'

const quarters: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, last: 4 }

/** 第一季度, 下午3时, 9:00. */
export const zhClock: Rule[] = [
  [/第([一二三四1-4])季度/g, (quarter) => [['quarter', readChinese(quarter ?? '')]]],
  [
    /(上午|中午|下午|晚上|晚)?\s?(\d{1,2})[:：](\d{2})(?!\d)/g,
    (partOfDay, hour, minute) => [clockTime(Number(hour), Number(minute), /[下晚]/.test(partOfDay ?? ''))],
  ],
  [
    new RegExp(`(上午|中午|下午|晚上|晚)\\s?(${zh})[点點时時](半)?`, 'g'),
    (partOfDay, hour, halfHour) => [
      clockTime(readChinese(hour ?? ''), halfHour ? 30 : 0, /[下晚]/.test(partOfDay ?? '')),
    ],
  ],
]

/** The first quarter, 3 p.m., 9:00, noon. */
export const enClock: Rule[] = [
  [
    /\b(first|second|third|fourth|last|[1-4](?:st|nd|rd|th))[\s-]quarter\b/gi,
    (quarter = '') => [['quarter', quarters[quarter.toLowerCase()] ?? Number.parseInt(quarter, 10)]],
  ],
  [/\bQ([1-4])\b/g, (quarter) => [['quarter', Number(quarter)]]],
  [
    /\b(\d{1,2})(?:[:.](\d{2}))?\s?(?:o['’]clock\s)?([ap])\.?m\b\.?/gi,
    (hour, minute, partOfDay) => [
      clockTime(Number(hour) % 12, Number(minute ?? 0), /p/i.test(partOfDay ?? '')),
    ],
  ],
  [/\b(\d{1,2}):(\d{2})\b/g, (hour, minute) => [clockTime(Number(hour), Number(minute), false)]],
  [/\b(?:noon|midday)\b/gi, () => [clockTime(12, 0, false)]],
  [/\bmidnight\b/gi, () => [clockTime(0, 0, false)]],
]

/** A time of day in minutes since midnight. */
const clockTime = (hour: number, minute: number, afternoon: boolean): Reading => [
  'clock',
  ((afternoon && hour < 12 ? hour + 12 : hour) * 60 + minute) % 1440,
]
