import type { Side } from '../answers.ts'
import type { Script } from '../script.ts'
import type { Period, PeriodUnit } from '../template/template.ts'
import { englishNumber, grouped } from './numerals.ts'

const chinese: Record<PeriodUnit, [hans: string, hant: string]> = {
  day: ['日', '日'],
  'working-day': ['个工作日', '個工作日'],
  month: ['个月', '個月'],
  year: ['年', '年'],
}

const english: Record<PeriodUnit, string> = {
  day: 'day',
  'working-day': 'working day',
  month: 'month',
  year: 'year',
}

export const periodUnits = Object.keys(english) as PeriodUnit[]

/** 30日, 10个工作日 / thirty (30) days, ten (10) working days, one (1) year. */
export function formatPeriod({ count, unit }: Period, side: Side, script: Script = 'Hans'): string {
  if (side === 'zh') return `${grouped(count)}${chinese[unit][script === 'Hant' ? 1 : 0]}`
  const inWords = Number.isInteger(count) && count >= 0 && count < 1_000_000
  const figures = inWords ? `${englishNumber(count)} (${grouped(count)})` : grouped(count)
  return `${figures} ${english[unit]}${count === 1 ? '' : 's'}`
}
