import { DAY, now } from './clock.ts'

/** When a person may be reminded again: a day after the last reminder. Null: immediately. */
export function nextReminder(reminders: Date[]): Date | null {
  const lastReminder = reminders.at(-1)
  const freeAt = lastReminder ? lastReminder.getTime() + DAY : 0
  return freeAt > now().getTime() ? new Date(freeAt) : null
}
