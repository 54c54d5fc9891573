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

/** The default notice before a key date, in days. */
export const USUAL_REMINDER = 14

/**
 * A day: `signed`, the day on which all have signed; a date field; a date column, `stages.date`, with one
 * day for each row; or an earlier key date of the list. Of several, the first known one applies.
 */
export type DaySource = string | string[]

interface Moved<Period> {
  by: string | Period
}

/** `from`: the last day of a period that begins on that day itself. */
export type DayRule<Period> =
  | DaySource
  | ({ after: DaySource } & Moved<Period>)
  | ({ from: DaySource } & Moved<Period>)
  | ({ before: DaySource } & Moved<Period>)

/** A template's statements about the time after signing. */
export interface Dated<Words, Condition, Period> {
  /** The days that matter once a document is signed. */
  dates?: {
    id: string
    label: Words
    kind?: DateKind
    on: DayRule<Period>
    when?: Condition
    /** The days of notice before it. */
    remind?: number
  }[]
}

export function sourcesOf(rule: DayRule<unknown>): string[] {
  if (typeof rule === 'string' || Array.isArray(rule)) return [rule].flat()
  return ['after' in rule ? rule.after : 'from' in rule ? rule.from : rule.before].flat()
}

/** The period that a rule counts: a field's, or its own. */
export const periodOf = <Period>(rule: DayRule<Period>): string | Period | undefined =>
  typeof rule === 'string' || Array.isArray(rule) ? undefined : rule.by
