import { deleteOldEntries } from '#modules/accounts/housekeeping.ts'
import { deleteOldDismissals } from '#modules/announcements/dismissal.ts'
import { deleteOldBatches } from '#modules/batches/batch.ts'
import { deleteOldConversations } from '#modules/chat/conversation.ts'
import { eraseOldImports } from '#modules/contacts/import/pending-import.ts'
import { sweepDataExports } from '#modules/data-exports/data-export-sweep.ts'
import { sweepArchives } from '#modules/documents/archives/archive-sweep.ts'
import { sweepUploads } from '#modules/imports/sweep.ts'
import { deleteOldFeedback } from '#modules/messaging/feedback.ts'
import { deleteOldMessages } from '#modules/messaging/inbox/message.ts'
import { deleteUnusedCodes as forgetReviewCodes } from '#modules/review/entrance/identity.ts'
import { deleteUnusedCodes as forgetSignCodes } from '#modules/signing/providers/builtin/one-time-code.ts'
import { deleteOldCallbacks } from '#modules/signing/providers/remote/callback.ts'
import { deleteOldSsoAttempts } from '#modules/sso/housekeeping.ts'
import { closeAccesses } from '#modules/support-access/closing.ts'
import { housekeeping } from '#src/app/housekeeping.ts'
import type { Job } from '#src/jobs/jobs.ts'

/** The jobs that delete old rows, by the name in the table. */
export const SWEEPS: Record<string, Job<object>> = {
  housekeeping,
  'accounts-housekeeping': deleteOldEntries,
  'old-archives': sweepArchives,
  'old-batches': deleteOldBatches,
  'old-data-exports': sweepDataExports,
  'old-contact-imports': eraseOldImports,
  'old-conversations': deleteOldConversations,
  'old-dismissals': deleteOldDismissals,
  'old-feedback': deleteOldFeedback,
  'old-messages': deleteOldMessages,
  'old-service-callbacks': deleteOldCallbacks,
  'old-sso-attempts': deleteOldSsoAttempts,
  'support-accesses': closeAccesses,
  'stale-uploads': sweepUploads,
  'unused-review-codes': forgetReviewCodes,
  'unused-sign-codes': forgetSignCodes,
}
