import '#src/jobs/check-files.ts'
import '#src/pdf/picture-cache.ts'
import './housekeeping.ts'

/** Scheduled jobs: queue name to cron line, in Shanghai time. */
export const SCHEDULE: Record<string, string> = {
  housekeeping: '17 3 * * *',
  // Expired nonces, and points of the rate limits.
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
  // Deletes records that are retained for years after an account was closed.
  'closed-accounts': '53 3 * * *',
  // The newsletter of new templates.
  'template-letters': '0 9 * * 1',
  // Templates that staff scheduled for a day.
  'due-publications': '*/10 * * * *',
  // Reviews of laws that end soon become tasks.
  'law-review-endings': '14 9 * * *',
  'due-announcements': '* * * * *',
  'old-dismissals': '42 3 * * *',
  'support-accesses': '*/5 * * * *',
  'due-reminders': '23 * * * *',
  // Before the digest, which includes the reminders of people who have chosen one mail a day.
  'key-date-reminders': '0 8 * * *',
  digests: '30 8 * * *',
  // Notifies our own mailbox, on working days.
  'overdue-replies': '5 9 * * *',
  'old-callbacks': '43 3 * * *',
  'old-statements': '55 3 * * *',
  // The bills of Alipay and WeChat Pay, of the day before.
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
  // The notices before automatic renewals, and their charges.
  'automatic-renewals': '3 * * * *',
  'overdue-orders': '* * * * *',
  // Also at every start of a server.
  'pending-orders': '* * * * *',
  // Final files that are missing a minute after finalising.
  'overdue-files': '*/5 * * * *',
  'overdue-reviews': '*/5 * * * *',
  'overdue-signings': '*/5 * * * *',
  'stuck-signings': '* * * * *',
  // Services of other companies that send no callbacks.
  'silent-services': '*/5 * * * *',
  'pending-authorisations': '*/5 * * * *',
  'old-service-callbacks': '44 3 * * *',
  // By day, and in every time zone of China.
  'signing-reminders': '13 9-18 * * *',
  'held-up-signings': '* * * * *',
  'renew-time-stamps': '11 4 * * *',
  // Of the transparency log.
  'log-checkpoint': '53 * * * *',
}
