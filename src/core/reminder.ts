import { DAY, HOUR, now } from './clock.ts'

/** From when somebody may be reminded again: one reminder an hour, five a day. Null: at once. */
export function nextReminder(reminders: Date[]): Date | null {
  const [last, fifth] = [reminders.at(-1), reminders.at(-5)]
  const free = Math.max(last ? last.getTime() + HOUR : 0, fifth ? fifth.getTime() + DAY : 0)
  return free > now().getTime() ? new Date(free) : null
}
