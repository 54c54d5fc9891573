import '#src/jobs/check-files.ts'
import '#src/pdf/picture-cache.ts'
import './housekeeping.ts'

/** Scheduled jobs: queue name to cron line, in Shanghai time. */
export const SCHEDULE: Record<string, string> = {
  housekeeping: '17 3 * * *',
  // Deletes expired nonces and points of rate limits.
  expired: '*/10 * * * *',
  'check-files': '5 2 * * *',
  'damaged-files': '*/5 * * * *',
  'old-feedback': '37 3 * * *',
  'old-conversations': '41 3 * * *',
  'old-consultations': '33 3 * * *',
  'unused-sign-codes': '35 3 * * *',
  'unused-review-codes': '36 3 * * *',
  'old-messages': '39 3 * * *',
  'accounts-housekeeping': '27 3 * * *',
  // Deletes records that are retained for years after an account is closed.
  'closed-accounts': '53 3 * * *',
  // Sends the newsletter of new templates.
  'template-letters': '0 9 * * 1',
  // Publishes templates on the day that staff scheduled.
  'due-publications': '*/10 * * * *',
  // Makes tasks of the reviews of laws that will soon be outdated.
  'law-review-endings': '14 9 * * *',
  'due-announcements': '* * * * *',
  'old-dismissals': '42 3 * * *',
  'support-accesses': '*/5 * * * *',
  'due-reminders': '23 * * * *',
  // Runs before the digest, which includes the reminders of users who have chosen one mail a day.
  'key-date-reminders': '0 8 * * *',
  digests: '30 8 * * *',
  // Notifies our own mailbox of overdue replies, on working days.
  'overdue-replies': '5 9 * * *',
  'old-callbacks': '43 3 * * *',
  'old-statements': '55 3 * * *',
  // Fetches the bills of Alipay and WeChat Pay for the day before.
  'merchant-bills': '30 10 * * *',
  'index-documents': '* * * * *',
  'deleted-drafts': '47 3 * * *',
  'deleted-templates': '51 3 * * *',
  'stale-uploads': '29 * * * *',
  'old-batches': '46 3 * * *',
  'old-archives': '31 * * * *',
  'old-webhook-deliveries': '32 3 * * *',
  'old-sso-attempts': '33 3 * * *',
  'old-api-answers': '34 * * * *',
  'old-data-exports': '32 * * * *',
  'old-pictures': '21 * * * *',
  'deleted-contacts': '49 3 * * *',
  'fold-contacts': '*/5 * * * *',
  'old-contact-imports': '*/10 * * * *',
  'authorisation-endings': '7 9 * * *',
  'old-licences': '45 3 * * *',
  'plan-endings': '11 * * * *',
  'monthly-uses': '7 * * * *',
  // Sends the notices before automatic renewals, and charges them.
  'automatic-renewals': '3 * * * *',
  'overdue-orders': '* * * * *',
  // Also runs at every start of a server.
  'pending-orders': '* * * * *',
  // Makes final files that are still missing a minute after finalising.
  'overdue-files': '*/5 * * * *',
  'overdue-reviews': '*/5 * * * *',
  'overdue-signings': '*/5 * * * *',
  'stuck-signings': '* * * * *',
  // Queries services of other companies that send no callbacks.
  'silent-services': '*/5 * * * *',
  'pending-authorisations': '*/5 * * * *',
  'old-service-callbacks': '44 3 * * *',
  // Runs during the day in every time zone of China.
  'signing-reminders': '13 9-18 * * *',
  'held-up-signings': '* * * * *',
  'renew-time-stamps': '11 4 * * *',
  // Writes a checkpoint of the transparency log.
  'log-checkpoint': '53 * * * *',
}
