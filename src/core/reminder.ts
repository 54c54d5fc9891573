import { DAY, now } from './clock.ts'

/** When a person may be reminded again: a day after the last reminder. Null: immediately. */
export function nextReminder(reminders: Date[]): Date | null {
  const lastReminder = reminders.at(-1)
  const free = lastReminder ? lastReminder.getTime() + DAY : 0
  return free > now().getTime() ? new Date(free) : null
}
