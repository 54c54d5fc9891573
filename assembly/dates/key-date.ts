/** The kinds of key dates, for icons and a filter. */
export const DATE_KINDS = [
  'start',
  'end',
  'notice',
  'delivery',
  'acceptance',
  'payment',
  'warranty',
  'guarantee',
  'probation',
  'restriction',
  'permit',
  'retention',
  'other',
] as const
export type DateKind = (typeof DATE_KINDS)[number]

/** The default number of days between a reminder and its key date. */
export const DEFAULT_REMINDER_DAYS = 14

/**
 * The ids of possible days: `signed`, the day on which all have signed; a date field; a date column,
 * `stages.date`, with one day for each row; or an earlier key date of the list. The first one with a value
 * is used.
 */
export type DaySource = string | string[]

interface PeriodShift<Period> {
  by: string | Period
}

/** `from`: the rule yields the last day of a period whose first day is the source. */
export type DayRule<Period> =
  | DaySource
  | ({ after: DaySource } & PeriodShift<Period>)
  | ({ from: DaySource } & PeriodShift<Period>)
  | ({ before: DaySource } & PeriodShift<Period>)

/** The key dates of a template. */
export interface KeyDates<Words, Condition, Period> {
  /** Days that matter after a document is signed. */
  dates?: {
    id: string
    label: Words
    kind?: DateKind
    on: DayRule<Period>
    when?: Condition
    /** The number of days between the reminder and the key date. */
    remind?: number
  }[]
}

export function sourcesOf(rule: DayRule<unknown>): string[] {
  if (typeof rule === 'string' || Array.isArray(rule)) return [rule].flat()
  return ['after' in rule ? rule.after : 'from' in rule ? rule.from : rule.before].flat()
}

/** The period that a rule adds or subtracts: the id of a field, or a fixed period. */
export const periodOf = <Period>(rule: DayRule<Period>): string | Period | undefined =>
  typeof rule === 'string' || Array.isArray(rule) ? undefined : rule.by
