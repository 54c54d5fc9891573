import { exportAccount } from '#modules/accounts/index.ts'
import { exportDismissals } from '#modules/announcements/index.ts'
import { exportKeys } from '#modules/api/index.ts'
import { exportAuthorisations } from '#modules/authorisations/index.ts'
import { exportBatches } from '#modules/batches/index.ts'
import { exportBrand } from '#modules/brand/index.ts'
import { exportConversation } from '#modules/chat/index.ts'
import { exportChecklists } from '#modules/checklists/index.ts'
import { exportConsultations } from '#modules/consultations/index.ts'
import { exportContacts } from '#modules/contacts/index.ts'
import { documentExport } from '#modules/documents/index.ts'
import { exportUploads } from '#modules/imports/index.ts'
import { exportKeyDates } from '#modules/key-dates/index.ts'
import { exportFeedback, exportInbox } from '#modules/messaging/index.ts'
import { exportOrders } from '#modules/orders/index.ts'
import { exportReviewing } from '#modules/review/index.ts'
import { exportSeals } from '#modules/seals/index.ts'
import { exportSigning } from '#modules/signing/index.ts'
import { exportSso } from '#modules/sso/index.ts'
import { exportAccesses } from '#modules/support-access/index.ts'
import { exportWebhooks } from '#modules/webhooks/index.ts'
import { exportSecurityEvents } from '#src/auth/security-event.ts'
import { listSessions } from '#src/auth/session.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { exportUserLog } from '#src/http/user-log.ts'
import type { ExportedFile, ExportPart } from '#src/jobs/export-part.ts'
import { exportMails } from '#src/mail/mail.ts'

/**
 * The records of all modules except the documents, by kind, with their files, and the ids of the documents.
 */
export async function collectRecords(db: Db, viewer: Viewer) {
  const addresses = [viewer.email, viewer.mobile].filter((address) => address !== null)
  const sessions = await listSessions(db, viewer.id, '')
  const documents = await documentExport.list(db, viewer)
  const parts: ExportPart[] = [
    await exportAccount(db, viewer),
    { records: { sessions: sessions.map(({ id: _, isCurrent: __, ...rest }) => rest) } },
    { records: { securityEvents: await exportSecurityEvents(db, viewer.id) } },
    documents,
    await exportUploads(db, viewer),
    await exportSigning(db, viewer),
    await exportReviewing(db, viewer),
    await exportSeals(db, viewer),
    await exportBrand(db, viewer),
    await exportKeys(db, viewer),
    await exportWebhooks(db, viewer),
    await exportSso(db, viewer),
    await exportKeyDates(db, viewer),
    await exportChecklists(db, viewer),
    await exportBatches(db, viewer),
    await exportContacts(db, viewer),
    await exportAuthorisations(db, viewer),
    await exportConsultations(db, viewer),
    await exportOrders(db, viewer),
    await exportInbox(db, viewer),
    await exportFeedback(db, viewer),
    await exportConversation(db, viewer),
    await exportMails(db, addresses),
    await exportDismissals(db, viewer),
    await exportAccesses(db, viewer),
    await exportUserLog(db, viewer.id),
  ]
  const files: ExportedFile[] = parts.flatMap((part) => part.files ?? [])
  const records: ExportPart['records'] = Object.assign({}, ...parts.map((part) => part.records))
  return { records, files, documentIds: documents.documentIds }
}
