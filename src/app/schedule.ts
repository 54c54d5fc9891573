import './housekeeping.ts'

/** What runs every night (and more often): queue name to cron line, in Shanghai time. */
export const SCHEDULE: Record<string, string> = {
  housekeeping: '17 3 * * *',
  'old-feedback': '37 3 * * *',
  'old-conversations': '41 3 * * *',
  'old-messages': '39 3 * * *',
  'accounts-housekeeping': '27 3 * * *',
  'deleted-drafts': '47 3 * * *',
  'deleted-contacts': '49 3 * * *',
  'monthly-uses': '7 * * * *',
  'overdue-files': '*/5 * * * *',
  'overdue-reviews': '*/5 * * * *',
  'overdue-signings': '*/5 * * * *',
}
