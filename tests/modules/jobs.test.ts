import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addClause, writeCustom } from '#assembly/edit.ts'
import { createTeam } from '#modules/accounts/account.ts'
import { endClosedAccounts } from '#modules/accounts/closed-accounts.ts'
import { deleteOldEntries } from '#modules/accounts/housekeeping.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { subscribeToTemplateMail } from '#modules/accounts/notices/template-mail.ts'
import { findAnnouncement } from '#modules/announcements/announcement.ts'
import { deleteOldDismissals } from '#modules/announcements/dismissal.ts'
import { dueAnnouncements } from '#modules/announcements/due.ts'
import { scheduleDraft } from '#modules/announcements/scheduling.ts'
import { sendAnnouncement } from '#modules/announcements/sending.ts'
import { deleteOldApiAnswers } from '#modules/api/housekeeping.ts'
import { beginBatch, deleteOldBatches, findBatch, storeRows } from '#modules/batches/batch.ts'
import { beginDrafts, makeDrafts } from '#modules/batches/make-drafts.ts'
import { beginSending, sendDocuments } from '#modules/batches/send-documents.ts'
import { deleteOldConsultations } from '#modules/consultations/personal-data.ts'
import { addContact, purgeDeletedContacts } from '#modules/contacts/contact.ts'
import { foldContacts } from '#modules/contacts/fold-contacts.ts'
import { eraseOldImports, startImport } from '#modules/contacts/import/pending-import.ts'
import { beginDataExport, findDataExport, openDataExport } from '#modules/data-exports/data-export.ts'
import { sweepDataExports } from '#modules/data-exports/data-export-sweep.ts'
import { makeDataExport } from '#modules/data-exports/make-data-export.ts'
import {
  beginArchive,
  listArchives,
  openArchive,
  removeArchive,
} from '#modules/documents/archives/archive.ts'
import { sweepArchives } from '#modules/documents/archives/archive-sweep.ts'
import { makeArchive } from '#modules/documents/archives/make-archive.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import { deleteDraft, deleteExpiredDrafts } from '#modules/documents/drafts/deletion.ts'
import { eraseExpired } from '#modules/documents/erasure.ts'
import { finalFiles, makeFinalFiles, overdueFiles } from '#modules/documents/final/final-files.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument } from '#modules/documents/index.ts'
import { indexDocuments } from '#modules/documents/list/search-index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { deleteExpiredTemplates, saveAsTemplate } from '#modules/documents/saved/saved-template.ts'
import { readDocument } from '#modules/documents/second-reading/run.ts'
import { latestReading, startReading } from '#modules/documents/second-reading/second-reading.ts'
import { translateDocument } from '#modules/documents/translation/run.ts'
import { startTranslation } from '#modules/documents/translation/translation.ts'
import { importedKey } from '#modules/imports/completion.ts'
import { receive, receivedBytes } from '#modules/imports/incoming.ts'
import { sweepUploads } from '#modules/imports/sweep.ts'
import { beginUpload } from '#modules/imports/upload.ts'
import { computeDates } from '#modules/key-dates/compute.ts'
import { remindOfDates, remindTeam } from '#modules/key-dates/reminders.ts'
import { notifyDrafters } from '#modules/laws/notices.ts'
import { openReviewTasks } from '#modules/laws/review-endings.ts'
import { sendDigests } from '#modules/messaging/inbox/digest.ts'
import { remindOfDue } from '#modules/messaging/inbox/due-reminders.ts'
import { deleteOldMessages, sendMessage } from '#modules/messaging/inbox/message.ts'
import { openTask } from '#modules/messaging/inbox/task.ts'
import { fetchBill, fetchBills } from '#modules/orders/desk/bank/merchant-bill.ts'
import { deleteOldStatements } from '#modules/orders/desk/bank/statement.ts'
import { requestInvoice } from '#modules/orders/invoices/invoice.ts'
import { readInvoice } from '#modules/orders/invoices/invoice-form.ts'
import { issueJob } from '#modules/orders/invoices/service/issue-job.ts'
import { reversalJob } from '#modules/orders/invoices/service/reversal-job.ts'
import { stubService } from '#modules/orders/invoices/service/stub-service.ts'
import { planEndings } from '#modules/orders/notifications/plan-endings.ts'
import { findOrder } from '#modules/orders/ordering/order.ts'
import { deleteOldCallbacks, paymentCallback } from '#modules/orders/payments/callback.ts'
import { pendingOrders } from '#modules/orders/payments/pending-orders.ts'
import { overdueOrders } from '#modules/orders/payments/query-gateway.ts'
import { payAtSandbox } from '#modules/orders/payments/sandbox/sandbox-books.ts'
import { monthlyUses, startPlan } from '#modules/orders/plans/plan.ts'
import { applyRefund } from '#modules/orders/refunds/refund-order.ts'
import { requestRefundJob } from '#modules/orders/refunds/request-refund.ts'
import { chargeRenewal } from '#modules/orders/renewal/charge.ts'
import { closeRenewalOrder } from '#modules/orders/renewal/close-order.ts'
import { endAgreementJob } from '#modules/orders/renewal/mandate.ts'
import { automaticRenewals } from '#modules/orders/renewal/renewals.ts'
import { switchOff } from '#modules/orders/renewal/switching.ts'
import { deleteUnusedCodes as forgetReviewCodes } from '#modules/review/entrance/identity.ts'
import { lapseReviews } from '#modules/review/inviting/round.ts'
import { certificateJob } from '#modules/signing/providers/builtin/certificate/certificate-job.ts'
import { deleteUnusedCodes as forgetSignCodes } from '#modules/signing/providers/builtin/one-time-code.ts'
import { resumeSignings } from '#modules/signing/providers/builtin/resuming.ts'
import { closeSigningJob, sign, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { renewFileJob, renewTimestamps } from '#modules/signing/providers/builtin/time-stamps/renewing.ts'
import { notifyOfDelay } from '#modules/signing/running/held-up.ts'
import { sendAutomaticReminders } from '#modules/signing/running/reminders.ts'
import { expireSignings } from '#modules/signing/signing.ts'
import { checkpointJob } from '#modules/signing/transparency/checkpoint-job.ts'
import { deleteOldSsoAttempts } from '#modules/sso/housekeeping.ts'
import { beginAttempt } from '#modules/sso/login/attempt.ts'
import { closeAccesses } from '#modules/support-access/closing.ts'
import { usersOf } from '#modules/templates/blocks/block.ts'
import { beginBlockDraft, findBlockDraft, findFindings } from '#modules/templates/blocks/block-draft.ts'
import { checkBlock } from '#modules/templates/blocks/check-block.ts'
import { publishDue } from '#modules/templates/publishing/scheduling.ts'
import { noteTemplates, sendTemplateNewsletters } from '#modules/templates/template-newsletter.ts'
import { deleteOldWebhookDeliveries } from '#modules/webhooks/housekeeping.ts'
import { sendDelivery } from '#modules/webhooks/sending/send.ts'
import { DAY, HOUR, setClock, shanghaiDay } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { mailOverdue } from '#modules/calendar/overdue-mail.ts'
import { deleteOldConversations, sendAsCustomer } from '#modules/chat/conversation.ts'
import { answer, listConversations } from '#modules/chat/desk-chat.ts'
import { mailUnreadAnswer } from '#modules/chat/emails/unread-answer.ts'
import { deleteOldFeedback, storeFeedback } from '#modules/messaging/feedback.ts'
import { deleteExpired, housekeeping } from '#src/app/housekeeping.ts'
import { dayAhead } from '#src/core/day.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { checkDamaged, checkFiles } from '#src/jobs/check-files.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { type Job, jobNames, workWaitingJobs } from '#src/jobs/jobs.ts'
import { checkFile, getFile, putFile, storage } from '#src/jobs/storage.ts'
import { findStored } from '#src/jobs/stored-file.ts'
import { deliver, sendMailLater } from '#src/mail/mail.ts'
import { oldPictures } from '#src/pdf/picture-cache.ts'
import { pagePicture } from '#src/pdf/pictures.ts'
import { draftedAnnouncement } from '#tests/cast/announcements.ts'
import { consultation } from '#tests/cast/consultations.ts'
import { type Gateways, openGateways } from '#tests/cast/gateways.ts'
import { comingDate } from '#tests/cast/key-dates.ts'
import { changedLaw } from '#tests/cast/laws.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { buy, order } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { agree } from '#tests/cast/renewals.ts'
import { reviewedDocument } from '#tests/cast/review.ts'
import { filledDraft, finalisedDocument, SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { connect } from '#tests/cast/sso.ts'
import { freshTeam } from '#tests/cast/teams.ts'
import { deliveriesOf, webhook } from '#tests/cast/webhooks.ts'
import { allowReceivers, startReceiver } from '#tests/stubs/receiver.ts'
import { startTranslator } from '#tests/stubs/translator.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { gif } from '#tests/support/pictures.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'
import { alipayBillOf, wechatBillOf } from '#tests/support/statements/merchant-bills.ts'
import { unzipped } from '#tests/support/zip.ts'
import { serviceTrials } from './signing/services/job-trials.ts'

let db: Db
let cast: Cast
let lin: Viewer
let smtp: MailStub

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  lin = cast.lin.viewer
  smtp = await startMailStub()
})
afterAll(() => {
  config.SMTP_URL = undefined
  smtp.close()
})

interface Trial<T> {
  job: Job<T & object>
  /** Prepares a run; returns the job's data and a function that reads the effects. */
  begin: () => Promise<{ event: T; effects: () => Promise<unknown> }>
}

/** Requests an export of Lin's data, which no job has created yet. */
async function begunExport(): Promise<string> {
  await db.deleteFrom('data_exports.data_export').execute()
  await beginDataExport(db, lin, 'en_US')
  return (await findDataExport(db, lin))!.id
}

async function keyOfExport(id: string): Promise<string> {
  const { key } = await db
    .selectFrom('data_exports.data_export')
    .select('key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return key!
}

const countRows = (list: string[]) =>
  Object.fromEntries(
    [...new Set(list)].sort().map((name) => [name, list.filter((one) => one === name).length]),
  )

/** The state of a document's review, and of its reviewers. */
async function reviewEffects(id: string) {
  const reviewTurns = await db
    .selectFrom('review.turn as turn')
    .innerJoin('review.round as round', 'round.id', 'turn.round_id')
    .select(['turn.state', 'round.state as round'])
    .where('document_id', '=', id)
    .execute()
  const inbox = async (table: 'messaging.task' | 'messaging.message') =>
    (await db.selectFrom(table).select('id').where('document_id', '=', id).execute()).length
  const log = (await listActions(db, id)).map((row) => row.action)
  return {
    turns: reviewTurns,
    log,
    tasks: await inbox('messaging.task'),
    messages: await inbox('messaging.message'),
  }
}

afterEach(() => {
  config.demoTimestamps = false
})

/** Creates a signing that all signatories have signed, without timestamps. */
async function completedSigning() {
  config.demoTimestamps = false
  const signing = await signingUnder()
  for (let n = 0; n < SIGNATORIES.length; n++) {
    const signatoryId = await invitedOf(signing.signingId)
    await signFirst(signatoryId)
    await writeSignatureJob.now(db, { signatoryId })
  }
  await closeSigningJob.now(db, { signingId: signing.signingId })
  return signing
}

/** The number of renewals of the proof of a signed document. */
const renewalsOf = async (documentId: string) =>
  (await listActions(db, documentId)).filter(({ action }) => action === 'renew-proof').length

/** The state of a document, without columns that differ between documents. */
async function documentEffects(id: string) {
  const document = await db
    .selectFrom('documents.document')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const files = await db
    .selectFrom('documents.file')
    .selectAll()
    .where('document_id', '=', id)
    .orderBy('kind')
    .execute()
  const signatories = await db
    .selectFrom('signing.signatory as one')
    .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
    .select(['one.state', 'signing.state as signing_state', 'signing.id'])
    .where('document_id', '=', id)
    .orderBy('position')
    .execute()
  const revisions = await db
    .selectFrom('signing.revision')
    .selectAll()
    .where('signing_id', 'in', [signatories[0]?.id ?? id])
    .execute()
  for (const { key, sha256 } of [...files, ...revisions]) expect(hashOf(await getFile(db, key))).toBe(sha256)
  const mails = await db
    .selectFrom('platform.mail')
    .select(['recipient', 'subject'])
    .where('subject', 'like', `%${document.name}%`)
    .execute()
  return {
    status: document.status,
    files: files.map((file) => file.kind),
    signatories: signatories.map((one) => `${one.state} in ${one.signing_state}`),
    revisions: revisions.map((one) => one.number).sort(),
    log: (await listActions(db, id)).map((row) => row.action),
    mails: countRows(mails.map((mail) => mail.recipient)),
  }
}

async function signingUnder() {
  const { documentId, signatoryId } = await signingDocument(db, lin)
  await db
    .updateTable('documents.document')
    .set({ name: `Doc ${documentId}` })
    .where('id', '=', documentId)
    .execute()
  const { signing_id } = await turnOf(db, signatoryId)
  await db
    .updateTable('signing.signing')
    .set({ document_name: `Doc ${documentId}` })
    .where('id', '=', signing_id)
    .execute()
  return { documentId, signatoryId, signingId: signing_id }
}

const signFirst = async (id: string) => sign(db, await turnOf(db, id), { kind: 'typed', text: '陈莲' })

async function invitedOf(signingId: string) {
  const row = await db
    .selectFrom('signing.signatory')
    .select('id')
    .where('signing_id', '=', signingId)
    .where('state', '=', 'invited')
    .executeTakeFirstOrThrow()
  return row.id
}

async function finalised() {
  const { id, version } = await filledDraft(db, lin)
  await finaliseDocument(db, lin, id, version)
  return id
}

/** Runs `work` with the clock an hour ago. */
async function hourAgo<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now()
  setClock(() => new Date(startedAt - HOUR))
  const result = await work()
  setClock(null)
  return result
}

/** Creates a requested invoice that was sent to the service an hour ago. */
async function sentInvoice() {
  const viewer = (await findViewer(db, cast.hannah.viewer.id))!
  const { id: orderId } = await buy(db, viewer, 'single_1', { period: 'once' })
  const form = readInvoice({
    kind: 'ordinary',
    titleKind: 'individual',
    title: 'H',
    email: 'h@weiss.example',
  })
  if (!form.ok) throw new Error('no invoice')
  await requestInvoice(db, viewer, orderId, form.output)
  const rows = db.selectFrom('orders.invoice').select('id').where('order_id', '=', orderId)
  const { id: invoiceId } = await rows.executeTakeFirstOrThrow()
  const request = {
    ...form.output,
    requestNumber: invoiceId,
    orderNumber: 'QO',
    item: '服务',
    amount: 9_900n,
  }
  const submission = await hourAgo(() => stubService.issue(request))
  await db
    .updateTable('orders.invoice')
    .set({ submission, sent_at: new Date() })
    .where('id', '=', invoiceId)
    .execute()
  return { invoiceId, orderId }
}

/** Creates a team with automatic renewal whose notice was sent so long ago that the charge is due. */
async function dueRenewal() {
  const { accountId, teamId } = await freshTeam(db)
  const viewer = async () => (await findViewer(db, accountId))!
  await buy(db, await viewer(), 'basic')
  const { id: mandateId } = await agree(db, await viewer())
  const plan_ends_at = (await planEnd(teamId)).to_at
  const renewalId = newId()
  const renewal = { id: renewalId, mandate_id: mandateId, team_id: teamId, plan_ends_at, price: 39_900n }
  const days = (count: number) => new Date(Date.now() - count * DAY)
  await db
    .insertInto('orders.renewal')
    .values({
      ...renewal,
      noticed_at: days(9),
      charge_at: days(1),
      state: 'open',
      order_id: null,
      failure: null,
    })
    .execute()
  return { viewer, teamId, mandateId, renewalId }
}

const planEnd = (teamId: string) =>
  db
    .selectFrom('orders.term')
    .select('to_at')
    .where('team_id', '=', teamId)
    .orderBy('to_at', 'desc')
    .executeTakeFirstOrThrow()

/** The state of a team's automatic renewals. */
const renewalEffects = (teamId: string) => async () => [
  await db.selectFrom('orders.order').select('state').where('team_id', '=', teamId).orderBy('id').execute(),
  await db.selectFrom('orders.renewal').select(['state', 'tries']).where('team_id', '=', teamId).execute(),
  await db
    .selectFrom('orders.mandate')
    .select(['state', 'ended_why'])
    .where('team_id', '=', teamId)
    .execute(),
  await db
    .selectFrom('orders.sandbox_payment')
    .innerJoin('orders.order as order', 'number', 'order_number')
    .select('amount')
    .where('team_id', '=', teamId)
    .execute(),
]

/** A trial of each queue's job; a job without one fails the first test. */
const TRIALS: Record<string, Trial<never>> = {
  'charge-renewal': {
    job: chargeRenewal,
    begin: async () => {
      const { teamId, renewalId } = await dueRenewal()
      return { event: { renewalId } as never, effects: renewalEffects(teamId) }
    },
  },
  'automatic-renewals': {
    job: automaticRenewals,
    begin: async () => {
      const { teamId, renewalId } = await dueRenewal()
      await db.deleteFrom('orders.renewal').where('id', '=', renewalId).execute()
      const to_at = new Date(Date.now() + 9 * DAY)
      await db.updateTable('orders.term').set({ to_at }).where('team_id', '=', teamId).execute()
      return { event: {} as never, effects: renewalEffects(teamId) }
    },
  },
  'end-agreement': {
    job: endAgreementJob,
    begin: async () => {
      const { viewer, mandateId } = await dueRenewal()
      await switchOff(db, await viewer())
      const number = mandateId.replaceAll('-', '')
      const agreement = db.selectFrom('orders.sandbox_agreement').select('state').where('number', '=', number)
      return { event: { mandateId } as never, effects: () => agreement.execute() }
    },
  },
  'close-renewal-order': {
    job: closeRenewalOrder,
    begin: async () => {
      const { accountId, teamId } = await freshTeam(db)
      const { id: orderId } = await order(db, (await findViewer(db, accountId))!, 'basic')
      return { event: { orderId } as never, effects: renewalEffects(teamId) }
    },
  },
  ...serviceTrials(
    () => db,
    () => lin,
  ),
  mail: {
    job: deliver,
    begin: async () => {
      await db
        .transaction()
        .execute((trx) => sendMailLater(trx, { to: 'a@lotus.example', subject: 's', text: 't', html: 'h' }))
      const { id } = await db
        .selectFrom('platform.mail')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const state = async () =>
        (await db.selectFrom('platform.mail').select('state').where('id', '=', id).executeTakeFirstOrThrow())
          .state
      return {
        event: { id } as never,
        effects: async () => [await state(), new Set(smtp.delivered.filter((one) => one.includes(id))).size],
      }
    },
  },
  'final-files': {
    job: finalFiles,
    begin: async () => {
      const id = await finalised()
      return { event: { id } as never, effects: () => documentEffects(id) }
    },
  },
  'overdue-files': {
    // The job enqueues other jobs, which run with it.
    job: {
      ...overdueFiles,
      now: async (trx, event) => (await overdueFiles.now(trx, event), void (await workWaitingJobs(db))),
    },
    begin: async () => {
      const id = await finalised()
      await sql`delete from pgboss.job`.execute(db)
      const longAgo = new Date(Date.now() - DAY)
      await db.updateTable('documents.document').set({ finalised_at: longAgo }).where('id', '=', id).execute()
      return { event: {} as never, effects: () => documentEffects(id) }
    },
  },
  'sign-file': {
    job: writeSignatureJob,
    begin: async () => {
      const { documentId, signatoryId } = await signingUnder()
      await signFirst(signatoryId)
      return { event: { signatoryId } as never, effects: () => documentEffects(documentId) }
    },
  },
  'close-signing': {
    job: closeSigningJob,
    begin: async () => {
      const { documentId, signingId } = await signingUnder()
      for (let n = 0; n < SIGNATORIES.length; n++) {
        const signatoryId = await invitedOf(signingId)
        await signFirst(signatoryId)
        await writeSignatureJob.now(db, { signatoryId })
      }
      return { event: { signingId } as never, effects: () => documentEffects(documentId) }
    },
  },
  'renew-file': {
    job: renewFileJob,
    begin: async () => {
      const { documentId, signingId } = await completedSigning()
      config.demoTimestamps = true
      return { event: { signingId } as never, effects: () => renewalsOf(documentId) }
    },
  },
  'renew-time-stamps': {
    // The job enqueues other jobs, which run with it.
    job: {
      ...renewTimestamps,
      now: async (trx, event) => (await renewTimestamps.now(trx, event), void (await workWaitingJobs(db))),
    },
    begin: async () => {
      await db
        .updateTable('signing.signing')
        .set({ renew_at: new Date('2099-01-01') })
        .execute()
      const { documentId } = await completedSigning()
      await sql`delete from pgboss.job`.execute(db)
      config.demoTimestamps = true
      return { event: {} as never, effects: () => renewalsOf(documentId) }
    },
  },
  'log-checkpoint': {
    job: checkpointJob,
    begin: async () => {
      await completedSigning()
      const checkpoints = () =>
        db.selectFrom('signing.log_checkpoint').select('size').orderBy('size').execute()
      const countBefore = (await checkpoints()).length
      const effects = async () => {
        const leaves = await db
          .selectFrom('signing.log_leaf')
          .select('position')
          .orderBy('position')
          .execute()
        const count = await checkpoints()
        const inOrder = leaves.every(({ position }, index) => position === index)
        return [count.length - countBefore, inOrder, count.at(-1)?.size === leaves.length]
      }
      return { event: {} as never, effects }
    },
  },
  'completion-certificate': {
    job: certificateJob,
    begin: async () => {
      const { documentId, signingId } = await completedSigning()
      return { event: { signingId } as never, effects: () => documentEffects(documentId) }
    },
  },
  'make-archive': {
    job: makeArchive,
    begin: async () => {
      const documentId = await finalised()
      await makeFinalFiles(db, documentId)
      for (const { id } of await listArchives(db, lin)) await removeArchive(db, lin, id)
      await beginArchive(db, lin, [documentId], 'zh_CN')
      const [begun] = await listArchives(db, lin)
      const effects = async () => {
        const [archive] = await listArchives(db, lin)
        if (archive!.state === 'making') return archive!.state
        const { content } = await openArchive(db, lin, archive!.id)
        const bytes = Buffer.from(await new Response(content).arrayBuffer())
        return [archive!.state, archive!.done, archive!.left_out, [...unzipped(bytes).keys()].length]
      }
      return { event: { id: begun!.id } as never, effects }
    },
  },
  'make-data-export': {
    job: makeDataExport,
    begin: async () => {
      const event = { id: await begunExport() }
      const effects = async () => {
        const latest = (await findDataExport(db, lin))!
        const about = await db
          .selectFrom('messaging.message')
          .select('id')
          .where('account_id', '=', lin.id)
          .where('kind', '=', 'dataExportReady')
          .execute()
        if (latest.state !== 'ready') return [latest.state, about.length]
        const { content } = (await openDataExport(db, lin, latest.id))!
        const bytes = Buffer.from(await new Response(content).arrayBuffer())
        return [latest.state, latest.done === latest.total, about.length, unzipped(bytes).has('data.json')]
      }
      await db.deleteFrom('messaging.message').where('kind', '=', 'dataExportReady').execute()
      return { event: event as never, effects }
    },
  },
  'old-data-exports': {
    job: {
      ...sweepDataExports,
      now: async (trx, event) => (await sweepDataExports.now(trx, event), void (await workWaitingJobs(db))),
    },
    begin: async () => {
      const id = await begunExport()
      await makeDataExport.now(db, { id })
      const key = await keyOfExport(id)
      await db
        .updateTable('data_exports.data_export')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .execute()
      const effects = async () => [(await findDataExport(db, lin))?.state, await storage().exists(key)]
      return { event: {} as never, effects }
    },
  },
  webhook: {
    job: sendDelivery,
    begin: async () => {
      const receiver = await startReceiver()
      atTheEnd(receiver.close)
      allowReceivers()
      const { webhookId, webhookDeliveryId: id } = await webhook(db, lin)
      await db
        .updateTable('webhooks.endpoint')
        .set({ url: receiver.url })
        .where('id', '=', webhookId)
        .execute()
      const waitingColumns = { state: 'waiting' as const, attempts: 0, next_at: new Date(0), status: null }
      await db.updateTable('webhooks.delivery').set(waitingColumns).where('id', '=', id).execute()
      const effects = async () => {
        const [{ state, attempts, status }] = (await deliveriesOf(db, webhookId)) as [never]
        return [state, attempts, status, receiver.received.length]
      }
      return { event: { id } as never, effects }
    },
  },
  'old-webhook-deliveries': {
    job: deleteOldWebhookDeliveries,
    begin: async () => {
      const { webhookId, webhookDeliveryId: id } = await webhook(db, lin)
      const oldColumns = { created_at: new Date(0) }
      await db.updateTable('webhooks.delivery').set(oldColumns).where('id', '=', id).execute()
      return { event: {} as never, effects: () => deliveriesOf(db, webhookId) }
    },
  },
  'old-sso-attempts': {
    job: deleteOldSsoAttempts,
    begin: async () => {
      await db.deleteFrom('sso.connection').execute()
      await connect(db, lin, 'https://id.example.com')
      const { state } = await beginAttempt(db, {
        teamId: lin.teamId,
        visitor: 'v',
        accountId: null,
        returnUrl: '',
      })
      const oldColumns = { expires_at: new Date(0) }
      await db.updateTable('sso.attempt').set(oldColumns).where('state_hash', '=', hashOf(state)).execute()
      return { event: {} as never, effects: () => db.selectFrom('sso.attempt').select('id').execute() }
    },
  },
  'old-api-answers': {
    job: deleteOldApiAnswers,
    begin: async () => {
      const key_id = newId()
      const key = { id: key_id, team_id: lin.teamId, name: key_id, token_hash: key_id, token_start: 'qishu_' }
      const times = { created_at: new Date(), expires_at: new Date(Date.now() + DAY) }
      const limits = { scopes: [], networks: [], created_by: lin.id }
      await db
        .insertInto('api.key')
        .values({ ...key, ...limits, ...times })
        .execute()
      const created_at = new Date(Date.now() - DAY - 1000)
      await db
        .insertInto('api.idempotent_request')
        .values({ key_id, idempotency_key: 'one', fingerprint: '-', status: 201, body: '{}', created_at })
        .execute()
      const effects = async () => [
        await db.selectFrom('api.idempotent_request').select('status').where('key_id', '=', key_id).execute(),
      ]
      return { event: {} as never, effects }
    },
  },
  'old-batches': {
    job: deleteOldBatches,
    begin: async () => {
      const languages = { primary: 'en', bilingual: false, script: 'Hans' } as const
      const id = await beginBatch(db, lin, { template: 'mutual-nda', languages })
      await db
        .updateTable('batches.batch')
        .set({ updated_at: new Date(0) })
        .where('id', '=', id)
        .execute()
      const rows = () => db.selectFrom('batches.batch').select('id').where('id', '=', id).execute()
      return { event: {} as never, effects: rows }
    },
  },
  'batch-drafts': {
    job: makeDrafts,
    begin: async () => {
      const languages = { primary: 'en', bilingual: false, script: 'Hans' } as const
      const id = await beginBatch(db, lin, { template: 'mutual-nda', languages })
      const rows = [{ number: 2, cells: { 'party:b.name': 'Maria Santos' } }]
      await storeRows(db, lin, await findBatch(db, lin, id), { rows, ignored: [] })
      await beginDrafts(db, lin, id)
      const states = async () => {
        const rowQuery = db
          .selectFrom('batches.row')
          .select(['state', 'document_id'])
          .where('batch_id', '=', id)
        const rows = await rowQuery.execute()
        return rows.map(({ state, document_id }) => [state, document_id !== null])
      }
      return { event: { id } as never, effects: states }
    },
  },
  'batch-sending': {
    job: sendDocuments,
    begin: async () => {
      const id = await beginBatch(db, lin, { draft: (await filledDraft(db, lin)).id })
      const rows = [{ number: 2, cells: { 'party:b.email': 'maria@kestrel.example' } }]
      await storeRows(db, lin, await findBatch(db, lin, id), { rows, ignored: [] })
      await beginDrafts(db, lin, id)
      await makeDrafts.now(db, { id })
      const documentId = (await findBatch(db, lin, id)).rows[0]!.document_id!
      const { version } = await findDocument(db, lin, documentId)
      await finaliseDocument(db, lin, documentId, version)
      await makeFinalFiles(db, documentId)
      await beginSending(db, lin, id, { locale: 'en_US' })
      const effects = async () => [
        (await findBatch(db, lin, id)).rows[0]!.state,
        ...(await db
          .selectFrom('signing.signing')
          .select('state')
          .where('document_id', '=', documentId)
          .execute()),
      ]
      return { event: { id } as never, effects }
    },
  },
  'old-archives': {
    job: {
      ...sweepArchives,
      now: async (trx, event) => (await sweepArchives.now(trx, event), void (await workWaitingJobs(db))),
    },
    begin: async () => {
      const documentId = await finalised()
      await makeFinalFiles(db, documentId)
      for (const { id } of await listArchives(db, lin)) await removeArchive(db, lin, id)
      await beginArchive(db, lin, [documentId], 'zh_CN')
      const [begun] = await listArchives(db, lin)
      await makeArchive.now(db, { id: begun!.id })
      await db
        .updateTable('documents.archive')
        .set({ created_at: new Date(Date.now() - DAY - 1000) })
        .execute()
      const key = `archives/${begun!.id}/files.zip`
      const effects = async () => [
        await db.selectFrom('documents.archive').select('id').execute(),
        await storage().exists(key),
      ]
      return { event: {} as never, effects }
    },
  },
  'old-pictures': {
    job: oldPictures,
    begin: async () => {
      const file = { sha256: 'a'.repeat(64), read: async () => pdfWith({}) }
      await pagePicture(file, 1, 200)
      const folder = resolve(config.DATA_DIR, 'pictures', file.sha256)
      const oldTime = new Date(Date.now() - DAY - 1000)
      for (const name of readdirSync(folder)) utimesSync(join(folder, name), oldTime, oldTime)
      const effects = async () => (existsSync(folder) ? readdirSync(folder) : [])
      return { event: {} as never, effects }
    },
  },
  'overdue-orders': {
    job: overdueOrders,
    begin: async () => {
      const { id } = await order(db, (await findViewer(db, cast.hannah.viewer.id))!, 'single_1', {
        period: 'once',
      })
      await db
        .updateTable('orders.order')
        .set({ pay_until: new Date(0) })
        .where('id', '=', id)
        .execute()
      const state = db.selectFrom('orders.order').select('state').where('id', '=', id)
      return { event: {} as never, effects: () => state.execute() }
    },
  },
  'e-invoice': {
    job: issueJob,
    begin: async () => {
      const { invoiceId } = await sentInvoice()
      const effects = async () => {
        const invoice = db.selectFrom('orders.invoice').select(['state', 'files']).where('id', '=', invoiceId)
        const issued = db
          .selectFrom('orders.invoice_action')
          .select('action')
          .where('invoice_id', '=', invoiceId)
        return { ...(await invoice.executeTakeFirstOrThrow()), issued: await issued.execute() }
      }
      return { event: { invoiceId } as never, effects }
    },
  },
  'e-invoice-reversal': {
    job: reversalJob,
    begin: async () => {
      const { invoiceId, orderId } = await sentInvoice()
      await issueJob.now(db, { invoiceId })
      const refund = { orderId, amount: '4000', reason: 'Twice', uses: 0, endsPlan: false, payee: null }
      await db.transaction().execute((trx) => applyRefund(trx, cast.ruo.viewer, { ...refund, key: newId() }))
      const reversals = db
        .selectFrom('orders.invoice_reversal')
        .select(['id', 'number'])
        .where('invoice_id', '=', invoiceId)
      const { id: reversalId } = await reversals.executeTakeFirstOrThrow()
      const asReversal = {
        requestNumber: reversalId,
        invoiceNumber: '1',
        kind: 'ordinary',
        amount: 4_000n,
      } as const
      const submission = await hourAgo(() => stubService.reverse(asReversal))
      await db
        .updateTable('orders.invoice_reversal')
        .set({ submission })
        .where('id', '=', reversalId)
        .execute()
      const effects = async () => (await reversals.execute()).map(({ number }) => number?.length)
      return { event: { reversalId } as never, effects }
    },
  },
  'request-refund': {
    job: requestRefundJob,
    begin: async () => {
      const viewer = (await findViewer(db, cast.hannah.viewer.id))!
      const { id: orderId } = await buy(db, viewer, 'single_1', { period: 'once' })
      const refund = { orderId, amount: '9900', reason: 'Twice', uses: 1, endsPlan: false, payee: null }
      const refundId = await db
        .transaction()
        .execute((trx) => applyRefund(trx, cast.ruo.viewer, { ...refund, key: newId() }))
      const { number } = await findOrder(db, viewer, orderId)
      const effects = async () => {
        const refunds = db.selectFrom('orders.refund').select('reference').where('id', '=', refundId)
        const { reference } = await refunds.executeTakeFirstOrThrow()
        const subject = `Order ${number}: your payment was refunded`
        const mails = (await mailsTo(db, viewer.email!)).filter((mail) => mail.subject === subject)
        return [reference === `SBR-${refundId}`, mails.length]
      }
      return { event: { refundId } as never, effects }
    },
  },
  'pending-orders': {
    job: pendingOrders,
    begin: async () => {
      const viewer = (await findViewer(db, cast.hannah.viewer.id))!
      const { id, number, total, currency } = await order(db, viewer, 'single_1', { period: 'once' })
      await payAtSandbox(db, { number, amount: total, currency })
      const effects = async () => [
        await db.selectFrom('orders.order').select('state').where('id', '=', id).execute(),
        await db.selectFrom('orders.payment').select('problem').where('order_id', '=', id).execute(),
      ]
      return { event: { startedAt: new Date().toISOString() } as never, effects }
    },
  },
  'payment-callback': {
    job: paymentCallback,
    begin: async () => {
      const viewer = (await findViewer(db, cast.hannah.viewer.id))!
      const { id, number, total, currency } = await order(db, viewer, 'single_1', { period: 'once' })
      await payAtSandbox(db, { number, amount: total, currency })
      const callback = {
        id: newId(),
        order_number: number,
        method: 'sandbox',
        headers: '{}',
        body: '',
      } as const
      const row = { ...callback, received_at: new Date(), worked_at: null }
      await db.insertInto('orders.callback').values(row).execute()
      const effects = async () => [
        await db.selectFrom('orders.order').select('state').where('id', '=', id).execute(),
        await db.selectFrom('orders.payment').select('problem').where('order_id', '=', id).execute(),
        await db
          .selectFrom('orders.callback')
          .select(sql<boolean>`worked_at is not null`.as('worked'))
          .where('id', '=', callback.id)
          .execute(),
      ]
      return { event: { id: callback.id } as never, effects }
    },
  },
  'old-callbacks': {
    job: deleteOldCallbacks,
    begin: async () => {
      const callbackAged = (days: number) => ({
        id: newId(),
        order_number: `QO-${days}`,
        method: 'sandbox' as const,
        headers: '{}',
        body: '',
        received_at: new Date(Date.now() - days * DAY),
        worked_at: null,
      })
      const callbacks = [399, 401].map(callbackAged)
      await db.insertInto('orders.callback').values(callbacks).execute()
      const ids = callbacks.map(({ id }) => id)
      const remaining = db.selectFrom('orders.callback').select('order_number').where('id', 'in', ids)
      return { event: {} as never, effects: () => remaining.execute() }
    },
  },
  'merchant-bill': {
    job: fetchBill,
    begin: async () => {
      const { effects, day } = await merchantBills()
      return { event: { method: 'wechat', day } as never, effects }
    },
  },
  'merchant-bills': {
    // The job enqueues other jobs, which run with it.
    job: {
      ...fetchBills,
      now: async (trx, event) => (await fetchBills.now(trx, event), void (await workWaitingJobs(db))),
    },
    begin: async () => ({ event: {} as never, effects: (await merchantBills()).effects }),
  },
  'old-statements': {
    job: deleteOldStatements,
    begin: async () => {
      const year = new Date().getUTCFullYear() - 30
      const uploadedAt = [`${year - 1}-12-31T15:59:59Z`, `${year}-06-01T00:00:00Z`]
      const statements = uploadedAt.map((at) => ({
        id: newId(),
        staff_id: cast.lin.viewer.id,
        lines: '[]',
        first_at: null,
        last_at: null,
        uploaded_at: new Date(at),
        confirmed_at: null,
      }))
      await db.insertInto('orders.statement').values(statements).execute()
      const ids = statements.map(({ id }) => id)
      const remaining = db.selectFrom('orders.statement').select('uploaded_at').where('id', 'in', ids)
      return { event: {} as never, effects: () => remaining.execute() }
    },
  },
  'overdue-reviews': {
    job: lapseReviews,
    begin: async () => {
      const { documentId } = await reviewedDocument(db, cast)
      await db
        .updateTable('review.round')
        .set({ due_at: new Date(0) })
        .where('document_id', '=', documentId)
        .execute()
      return { event: {} as never, effects: () => reviewEffects(documentId) }
    },
  },
  'stuck-signings': {
    job: resumeSignings,
    begin: async () => {
      const { signatoryId } = await signingUnder()
      await signFirst(signatoryId)
      const signed_at = new Date(Date.now() - HOUR)
      await db.updateTable('signing.signatory').set({ signed_at }).where('id', '=', signatoryId).execute()
      await sql`delete from pgboss.job where name = 'sign-file'`.execute(db)
      const jobs = async () => {
        const jobStates = sql`select state from pgboss.job where name = 'sign-file' and data->>'signatoryId' = ${signatoryId}`
        return (await jobStates.execute(db)).rows
      }
      return { event: {} as never, effects: jobs }
    },
  },
  'overdue-signings': {
    job: expireSignings,
    begin: async () => {
      const { documentId, signingId } = await signingUnder()
      await db
        .updateTable('signing.signing')
        .set({ expires_at: new Date(0) })
        .where('id', '=', signingId)
        .execute()
      return { event: {} as never, effects: () => documentEffects(documentId) }
    },
  },
  'signing-reminders': {
    job: sendAutomaticReminders,
    begin: async () => {
      const { documentId, signatoryId } = await signingUnder()
      await db
        .updateTable('signing.signatory')
        .set({ invited_at: new Date(0) })
        .where('id', '=', signatoryId)
        .execute()
      return { event: {} as never, effects: () => documentEffects(documentId) }
    },
  },
  'held-up-signings': {
    job: notifyOfDelay,
    begin: async () => {
      const { signatoryId, signingId } = await signingUnder()
      await signFirst(signatoryId)
      await sql`update pgboss.job set state = 'retry' where name = 'sign-file' and data->>'signatoryId' = ${signatoryId}`.execute(
        db,
      )
      const signed_at = new Date(Date.now() - HOUR)
      await db.updateTable('signing.signatory').set({ signed_at }).where('id', '=', signatoryId).execute()
      const recipients = async () => {
        const row = await db
          .selectFrom('signing.signing')
          .select('held_up_told_at')
          .where('id', '=', signingId)
          .executeTakeFirstOrThrow()
        return row.held_up_told_at !== null
      }
      return { event: {} as never, effects: recipients }
    },
  },
  'old-feedback': {
    job: deleteOldFeedback,
    begin: async () => {
      const picture = new Uint8Array(gif())
      const feedback = {
        question: 'q',
        email: 'a@lotus.example',
        locale: 'en_US',
        accountId: null,
        picture,
      } as const
      const id = await storeFeedback(db, feedback, false)
      const longAgo = new Date(0)
      await db.updateTable('messaging.feedback').set({ created_at: longAgo }).where('id', '=', id).execute()
      const rows = () => db.selectFrom('messaging.feedback').select('id').where('id', '=', id).execute()
      return { event: {} as never, effects: rows }
    },
  },
  'old-consultations': {
    job: deleteOldConsultations,
    begin: async () => {
      const endedConsultation = await consultation(db, lin, { subject: 'One' })
      const agreed = await consultation(db, lin, { subject: 'Two' })
      const openConsultation = await consultation(db, lin, { subject: 'Three' })
      const closedLongAgo = { created_at: new Date(0), state: 'closed' as const }
      const change = (id: string, set: object) =>
        db.updateTable('consultations.consultation').set(set).where('id', '=', id).execute()
      await change(endedConsultation, closedLongAgo)
      await change(agreed, { ...closedLongAgo, agreed_at: new Date(0) })
      await change(openConsultation, { ...closedLongAgo, state: 'requested' })
      const remaining = () =>
        db
          .selectFrom('consultations.consultation')
          .select(['state', 'subject'])
          .where('id', 'in', [endedConsultation, agreed, openConsultation])
          .orderBy('id')
          .execute()
      return { event: {} as never, effects: remaining }
    },
  },
  'old-conversations': {
    job: deleteOldConversations,
    begin: async () => {
      const id = await conversation()
      await db
        .updateTable('chat.conversation')
        .set({ updated_at: new Date(0) })
        .where('id', '=', id)
        .execute()
      const remaining = () =>
        db.selectFrom('chat.conversation').select('state').where('id', '=', id).execute()
      return { event: {} as never, effects: remaining }
    },
  },
  'unread-chat-answer': {
    job: mailUnreadAnswer,
    begin: async () => {
      const id = await conversation()
      await answer(db, lin, id, { words: 'On the last page.', key: newId() })
      await db.deleteFrom('platform.mail').execute()
      await db.deleteFrom('messaging.message').where('kind', '=', 'chatAnswered').execute()
      const seq = await lastSeq(id)
      const mails = () => db.selectFrom('platform.mail').select('subject').execute()
      const news = () =>
        db.selectFrom('messaging.message').select('path').where('kind', '=', 'chatAnswered').execute()
      return { event: { id, seq } as never, effects: async () => [await mails(), await news()] }
    },
  },
  'due-reminders': {
    job: remindOfDue,
    begin: async () => {
      await db.deleteFrom('messaging.message').execute()
      const document = { document_id: newId(), document_name: 'NDA', document_number: 'QS-1' }
      const due_at = new Date(Date.now() + 2 * DAY)
      await openTask(db, [lin.id], {
        type: 'sign',
        subject_id: newId(),
        creator: 'Zhou',
        due_at,
        ...document,
      })
      await db
        .updateTable('messaging.task')
        .set({ started_at: new Date(0) })
        .execute()
      const news = () => db.selectFrom('messaging.message').select('kind').execute()
      return { event: {} as never, effects: news }
    },
  },
  digests: {
    job: sendDigests,
    begin: async () => {
      await db.deleteFrom('messaging.digest').execute()
      await db.deleteFrom('messaging.message').execute()
      await db.deleteFrom('platform.mail').execute()
      const facts = { who: 'Ada', team: 'Lotus' }
      for (let n = 0; n < 2; n++) await sendMessage(db, [lin.id], { kind: 'memberJoined', facts })
      const mails = () => db.selectFrom('platform.mail').select('subject').execute()
      return { event: {} as never, effects: mails }
    },
  },
  announcement: {
    job: sendAnnouncement,
    begin: async () => {
      await db.deleteFrom('platform.mail').execute()
      await db.deleteFrom('messaging.message').execute()
      const id = await draftedAnnouncement(db, cast.ruo.viewer)
      await scheduleDraft(db, lin, id, 1)
      const effects = async () => {
        const mails = await db.selectFrom('platform.mail').select('recipient').orderBy('recipient').execute()
        const messages = await db
          .selectFrom('messaging.message')
          .select('account_id')
          .orderBy('account_id')
          .execute()
        const { state, reached } = await findAnnouncement(db, id)
        return { mails, messages, state, reached }
      }
      return { event: { id, after: null } as never, effects }
    },
  },
  'overdue-replies': {
    job: mailOverdue,
    begin: async () => {
      await db.deleteFrom('platform.mail').execute()
      await db.deleteFrom('platform.overdue_notice').execute()
      const question = { question: newId(), email: 'a@b.example', locale: 'en_US', accountId: null } as const
      const id = await storeFeedback(db, { ...question, picture: null }, false)
      await db.deleteFrom('platform.mail').execute()
      const due_at = new Date(0)
      await db.updateTable('messaging.feedback').set({ due_at }).where('id', '=', id).execute()
      // Every day is a working day; otherwise the job would do nothing on a Sunday.
      await sql`insert into platform.calendar_day values (${shanghaiDay()}, 'worked', '') on conflict do nothing`.execute(
        db,
      )
      const mails = () => db.selectFrom('platform.mail').select('recipient').execute()
      return { event: {} as never, effects: mails }
    },
  },
  'due-announcements': {
    job: dueAnnouncements,
    begin: async () => {
      const id = await draftedAnnouncement(db, cast.ruo.viewer)
      const scheduled = { state: 'scheduled', starts_at: new Date(0) } as const
      await db.updateTable('announcements.announcement').set(scheduled).where('id', '=', id).execute()
      const jobs = async () => {
        const { rows } = await sql`select name from pgboss.job where data->>'id' = ${id}`.execute(db)
        return rows
      }
      return { event: {} as never, effects: jobs }
    },
  },
  'law-notices': {
    job: notifyDrafters,
    begin: async () => {
      await db.deleteFrom('messaging.message').execute()
      for (const table of ['task', 'change', 'review'] as const)
        await db.deleteFrom(`laws.${table}`).execute()
      await filledDraft(db, lin)
      const { lawChangeId: id } = await changedLaw(db, cast.ruo.viewer)
      const effects = async () => {
        const change = db.selectFrom('laws.change').select('notified').where('id', '=', id)
        const messages = db.selectFrom('messaging.message').select(['account_id', 'kind'])
        return [await change.execute(), await messages.execute()]
      }
      return { event: { id, after: null } as never, effects }
    },
  },
  'check-block': {
    job: checkBlock,
    begin: async () => {
      await db.deleteFrom('templates.block_draft').execute()
      const id = await beginBlockDraft(db, lin, 'force-majeure')
      await db.updateTable('templates.block_draft').set({ state: 'checking' }).where('id', '=', id).execute()
      // All templates except one have been checked.
      const [, ...checked] = await usersOf(db, 'force-majeure')
      await db
        .insertInto('templates.block_finding')
        .values(
          checked.map(({ entry, yaml }) => ({
            draft_id: id,
            code: entry.template.code,
            version: entry.template.version + 1,
            yaml,
            problems: '[]',
            template: null,
            notes: null,
            spoken: null,
          })),
        )
        .execute()
      const readState = async () => {
        const { state, revision } = await findBlockDraft(db, id)
        return [state, revision, await findFindings(db, id)]
      }
      return { event: { id, revision: 1 } as never, effects: readState }
    },
  },
  'key-dates': {
    job: computeDates,
    begin: async () => {
      const documentId = await finalisedDocument(db, lin)
      const rows = () =>
        db
          .selectFrom('key_dates.key_date')
          .select(['source', 'day'])
          .where('document_id', '=', documentId)
          .orderBy('id')
          .execute()
      return { event: { documentId, signed: '2026-11-30' } as never, effects: rows }
    },
  },
  'key-date-reminders': {
    job: remindOfDates,
    begin: async () => {
      await db.deleteFrom('key_dates.key_date').execute()
      await comingDate(db, lin)
      const jobs = () => sql`select data from pgboss.job where name = 'team-date-reminders'`.execute(db)
      return { event: {} as never, effects: async () => (await jobs()).rows.length > 0 }
    },
  },
  'team-date-reminders': {
    job: remindTeam,
    begin: async () => {
      await db.deleteFrom('key_dates.key_date').execute()
      await db.deleteFrom('messaging.message').execute()
      await comingDate(db, lin)
      const messages = () => db.selectFrom('messaging.message').select(['account_id', 'kind']).execute()
      return { event: { teamId: lin.teamId } as never, effects: messages }
    },
  },
  'due-publications': {
    job: publishDue,
    begin: async () => {
      const draft_id = newId()
      const values = {
        id: draft_id,
        yaml: 'code: x',
        problems: '[]',
        checked_by: lin.id,
        checked_at: new Date(),
      }
      const nothing = { code: null, version: null, template: null, notes: null }
      await db
        .insertInto('templates.template_draft')
        .values({ ...values, ...nothing })
        .execute()
      await db
        .insertInto('templates.scheduling')
        .values({ draft_id, publish_on: '2026-01-01', scheduled_by: lin.id, not_published: null })
        .execute()
      const rows = () =>
        db
          .selectFrom('templates.scheduling')
          .select('not_published')
          .where('draft_id', '=', draft_id)
          .execute()
      return { event: {} as never, effects: rows }
    },
  },
  'law-review-endings': {
    job: openReviewTasks,
    begin: async () => {
      await changedLaw(db, cast.ruo.viewer)
      await db
        .updateTable('laws.review')
        .set({ until: dayAhead(3), recorded_at: new Date(0) })
        .execute()
      const tasks = () =>
        db.selectFrom('laws.task').select(['law', 'due_at']).where('kind', '=', 'review').execute()
      return { event: {} as never, effects: tasks }
    },
  },
  'support-accesses': {
    job: closeAccesses,
    begin: async () => {
      const access = { id: newId(), account_id: lin.id, staff_id: cast.ruo.viewer.id, reason: 'Empty list' }
      const times = { asked_at: new Date(), ends_at: new Date(0) }
      await db
        .insertInto('support_access.access')
        .values({ ...access, ...times, state: 'asked' })
        .execute()
      const rows = () =>
        db.selectFrom('support_access.access').select('state').where('id', '=', access.id).execute()
      return { event: {} as never, effects: rows }
    },
  },
  'old-dismissals': {
    job: deleteOldDismissals,
    begin: async () => {
      const id = await draftedAnnouncement(db, cast.ruo.viewer)
      await db
        .updateTable('announcements.announcement')
        .set({ ends_at: new Date(0) })
        .where('id', '=', id)
        .execute()
      await db
        .insertInto('announcements.dismissal')
        .values({ account_id: lin.id, announcement_id: id, at: new Date() })
        .execute()
      const rows = () =>
        db
          .selectFrom('announcements.dismissal')
          .select('account_id')
          .where('announcement_id', '=', id)
          .execute()
      return { event: {} as never, effects: rows }
    },
  },
  'template-letters': {
    job: sendTemplateNewsletters,
    begin: async () => {
      await db.deleteFrom('templates.library_entry').execute()
      await db.deleteFrom('platform.mail').execute()
      await subscribeToTemplateMail(db, lin)
      await noteTemplates(db, ['mutual-nda'])
      await noteTemplates(db)
      const mails = () => db.selectFrom('platform.mail').select('subject').execute()
      return { event: {} as never, effects: mails }
    },
  },
  'old-messages': {
    job: deleteOldMessages,
    begin: async () => {
      await sendMessage(db, [lin.id], { kind: 'memberJoined', facts: { who: 'Ada', team: 'Lotus' } })
      await db
        .updateTable('messaging.message')
        .set({ created_at: new Date(0) })
        .where('kind', '=', 'memberJoined')
        .execute()
      const rows = () =>
        db.selectFrom('messaging.message').select('id').where('kind', '=', 'memberJoined').execute()
      return { event: {} as never, effects: rows }
    },
  },
  'unused-sign-codes': {
    job: forgetSignCodes,
    begin: async () => {
      const { signatoryId: signatory_id } = await signingDocument(db, lin)
      const question = { signatory_id, sent_at: new Date(0) }
      const visitors = [
        { visitor_hash: 'never in', ...question },
        { visitor_hash: 'let in', ...question, entered_at: new Date(0) },
        { visitor_hash: 'just asked', ...question, sent_at: new Date() },
      ]
      await db.insertInto('signing.builtin_code').values(visitors).execute()
      const remaining = () =>
        db
          .selectFrom('signing.builtin_code')
          .select('visitor_hash')
          .where('signatory_id', '=', signatory_id)
          .orderBy('visitor_hash')
          .execute()
      return { event: {} as never, effects: remaining }
    },
  },
  'unused-review-codes': {
    job: forgetReviewCodes,
    begin: async () => {
      const { oliverId: reviewer_id } = await reviewedDocument(db, cast)
      const came = { reviewer_id, came_at: new Date(0), code_sent_at: new Date(0) }
      const visitors = [
        { visitor_hash: 'never in', ...came },
        { visitor_hash: 'guessed', ...came, code_sent_at: null, guesses: 3 },
        { visitor_hash: 'let in', ...came, entered_at: new Date(0) },
        { visitor_hash: 'just asked', ...came, code_sent_at: new Date() },
      ]
      await db.insertInto('review.link_browser').values(visitors).execute()
      const remaining = () =>
        db
          .selectFrom('review.link_browser')
          .select('visitor_hash')
          .where('reviewer_id', '=', reviewer_id)
          .orderBy('visitor_hash')
          .execute()
      return { event: {} as never, effects: remaining }
    },
  },
  housekeeping: {
    job: housekeeping,
    begin: async () => {
      const oldRow = { id: newId(), created_at: new Date(Date.now() - 91 * DAY), state: 'sent' } as const
      const mail = { recipient: 'old@lotus.example', subject: 's', text: '', html: '', links: '[]' }
      await db
        .insertInto('platform.mail')
        .values({ ...mail, ...oldRow, channel: 'email' })
        .execute()
      const remaining = () =>
        db.selectFrom('platform.mail').select('state').where('recipient', '=', mail.recipient).execute()
      return { event: {} as never, effects: remaining }
    },
  },
  'monthly-uses': {
    job: monthlyUses,
    begin: async () => {
      const teamId = await createTeam(db, 'Monthly')
      const begunAt = new Date(Date.now() - 40 * DAY)
      setClock(() => begunAt)
      await startPlan(db, teamId, 'basic', new Date(Date.now() + 300 * DAY))
      setClock(null)
      const granted = () =>
        db
          .selectFrom('orders.usage_entry')
          .select(['kind', 'quantity'])
          .where('team_id', '=', teamId)
          .orderBy('id')
          .execute()
      return { event: {} as never, effects: granted }
    },
  },
  'plan-endings': {
    job: planEndings,
    begin: async () => {
      await startPlan(db, lin.teamId, 'basic', new Date(Date.now() + 2 * DAY))
      await db.deleteFrom('orders.plan_notice').execute()
      await db.deleteFrom('messaging.message').execute()
      await db.deleteFrom('platform.mail').execute()
      const mails = () => db.selectFrom('platform.mail').select(['recipient', 'subject']).execute()
      const news = () => db.selectFrom('messaging.message').select('kind').execute()
      return { event: {} as never, effects: async () => [await mails(), await news()] }
    },
  },
  'deleted-drafts': {
    job: deleteExpiredDrafts,
    begin: async () => {
      const { id } = await filledDraft(db, lin)
      await deleteDraft(db, lin, id)
      await db
        .updateTable('documents.document')
        .set({ deleted_at: new Date(0) })
        .where('id', '=', id)
        .execute()
      const rows = () => db.selectFrom('documents.document').select('id').where('id', '=', id).execute()
      const log = () =>
        db.selectFrom('documents.action').select('number').where('document_id', '=', id).execute()
      return { event: {} as never, effects: async () => [await rows(), await log()] }
    },
  },
  'expired-documents': {
    job: eraseExpired,
    begin: async () => {
      const teamId = await createTeam(db, 'Expired')
      const { id } = await filledDraft(db, lin)
      await db.updateTable('documents.document').set({ team_id: teamId }).where('id', '=', id).execute()
      const remaining = () => db.selectFrom('documents.document').select('id').where('id', '=', id).execute()
      const log = () =>
        db.selectFrom('documents.action').select('number').where('document_id', '=', id).execute()
      return { event: { teamId } as never, effects: async () => [await remaining(), await log()] }
    },
  },
  'closed-accounts': {
    job: endClosedAccounts,
    begin: async () => {
      const teamId = await createTeam(db, '–')
      const erased_at = new Date(Date.now() - 6 * 366 * DAY)
      await db.updateTable('accounts.team').set({ erased_at }).where('id', '=', teamId).execute()
      const ended = async () => {
        const team = await db
          .selectFrom('accounts.team')
          .select(['records_ended_at', 'books_ended_at'])
          .where('id', '=', teamId)
          .executeTakeFirstOrThrow()
        return [team.records_ended_at !== null, team.books_ended_at !== null]
      }
      const enqueued = () =>
        sql`select name from pgboss.job where name = 'expired-documents' and data::text like ${`%${teamId}%`}`
          .execute(db)
          .then(({ rows }) => rows)
      return { event: {} as never, effects: async () => [await ended(), await enqueued()] }
    },
  },
  'translate-document': {
    job: translateDocument,
    begin: async () => {
      const { id } = await filledDraft(db, lin)
      const { template, answers, version } = await findDocument(db, lin, id)
      const article = template.articles[1]!.id
      const answersWithClause = addClause(answers, template, { id: 'own-1', article, after: null })
      const writtenAnswers = writeCustom(
        answersWithClause,
        template,
        'own-1',
        'zh',
        template.articles[0]!.clauses[0]!.text.zh,
      )
      await saveAnswers(db, lin, id, { version, answers: writtenAnswers })
      await startTranslation(db, lin, id)
      const run = () =>
        db
          .selectFrom('documents.translation')
          .selectAll()
          .where('document_id', '=', id)
          .executeTakeFirstOrThrow()
      const { id: translation } = await run()
      const text = async () => {
        const document = await findDocument(db, lin, id)
        const { state, done, unfilled } = await run()
        return [
          state,
          done,
          unfilled,
          document.version,
          document.translating,
          document.answers.clauses['own-1']!.custom!.en,
        ]
      }
      return { event: { id: translation } as never, effects: text }
    },
  },
  'read-document': {
    job: readDocument,
    begin: async () => {
      const { id } = await filledDraft(db, lin)
      const { template, answers, version } = await findDocument(db, lin, id)
      const article = template.articles[1]!.id
      const answersWithClause = addClause(answers, template, { id: 'own-1', article, after: null })
      const { zh, en } = template.articles[0]!.clauses[0]!.text
      const writtenAnswers = {
        ...answersWithClause,
        clauses: { ...answersWithClause.clauses, 'own-1': { custom: { zh, en } } },
      }
      await saveAnswers(db, lin, id, { version, answers: writtenAnswers })
      const translator = await startTranslator()
      atTheEnd(translator.close)
      translator.translate = () => '{"answer":"same"}'
      translator.connect()
      await startReading(db, lin, id)
      const { id: reading } = (await latestReading(db, id))!
      const state = async () => {
        const document = await findDocument(db, lin, id)
        const { state, done, opinions } = (await latestReading(db, id))!
        return [state, done, opinions, document.version, document.answers.doubted]
      }
      return { event: { id: reading } as never, effects: state }
    },
  },
  'deleted-templates': {
    job: deleteExpiredTemplates,
    begin: async () => {
      const { id: draft } = await filledDraft(db, lin)
      const id = await saveAsTemplate(db, lin, draft, { name: newId(), blanks: true, parties: true })
      await db
        .updateTable('documents.saved_template')
        .set({ deleted_at: new Date(0) })
        .where('id', '=', id)
        .execute()
      const rows = () => db.selectFrom('documents.saved_template').select('id').where('id', '=', id).execute()
      return { event: {} as never, effects: async () => [await rows()] }
    },
  },
  'index-documents': {
    job: indexDocuments,
    begin: async () => {
      const { id } = await filledDraft(db, lin)
      const searchRows = db.selectFrom('documents.search').select('team_id').where('document_id', '=', id)
      const remaining = db.selectFrom('documents.document').select('searched').where('id', '=', id)
      return {
        event: {} as never,
        effects: async () => [await searchRows.execute(), await remaining.execute()],
      }
    },
  },
  'stale-uploads': {
    job: sweepUploads,
    begin: async () => {
      const { id } = await beginUpload(db, lin, { fileName: 'Deed', size: 10 })
      await receive(id, new Blob(['%PDF-']).stream() as never, 0, 10)
      await putFile(db, importedKey(id), new TextEncoder().encode('%PDF-'))
      const long = { created_at: new Date(0), storing_at: new Date(0) }
      await db.updateTable('imports.upload').set(long).where('id', '=', id).execute()
      const rows = () => db.selectFrom('imports.upload').select('id').where('id', '=', id).execute()
      const stored = async () => storage().exists(importedKey(id))
      return {
        event: {} as never,
        effects: async () => [await rows(), await receivedBytes(id), await stored()],
      }
    },
  },
  'fold-contacts': {
    job: foldContacts,
    begin: async () => {
      const knownContact = { type: 'external' as const, organisation: '', mobile: '', group: '' }
      const id = await addContact(db, lin, {
        ...knownContact,
        name: '陳蓮',
        email: `${crypto.randomUUID()}@kestrel.example`,
      })
      await db
        .updateTable('contacts.contact')
        .set({ words: '陳蓮', folded: false })
        .where('id', '=', id)
        .execute()
      const words = () =>
        db.selectFrom('contacts.contact').select(['words', 'folded']).where('id', '=', id).execute()
      return { event: {} as never, effects: words }
    },
  },
  'old-contact-imports': {
    job: eraseOldImports,
    begin: async () => {
      const sheet = { kind: 'table' as const, heads: ['Name'], rows: [{ line: 2, record: ['Ada'] }] }
      const id = await startImport(db, lin, { type: 'external', fileName: 'contacts.csv', sheet })
      await db
        .updateTable('contacts.import')
        .set({ created_at: new Date(0) })
        .where('id', '=', id)
        .execute()
      const rows = () => db.selectFrom('contacts.import').select('id').where('id', '=', id).execute()
      return { event: {} as never, effects: rows }
    },
  },
  'deleted-contacts': {
    job: purgeDeletedContacts,
    begin: async () => {
      const knownContact = { type: 'external' as const, organisation: '', mobile: '', group: '' }
      const id = await addContact(db, lin, { ...knownContact, name: 'Ada', email: 'ada@kestrel.example' })
      await db
        .updateTable('contacts.contact')
        .set({ deleted_at: new Date(0) })
        .where('id', '=', id)
        .execute()
      const rows = () => db.selectFrom('contacts.contact').select('id').where('id', '=', id).execute()
      return { event: {} as never, effects: rows }
    },
  },
  'check-files': {
    job: checkFiles,
    begin: async () => {
      const key = `documents/${newId()}/cut.pdf`
      await putFile(db, key, new Uint8Array([1, 2]))
      await storage().put(key, new Uint8Array([1]))
      return { event: {} as never, effects: async () => (await findStored(db, key))!.damage }
    },
  },
  'damaged-files': {
    job: checkDamaged,
    begin: async () => {
      const key = `documents/${newId()}/mended.pdf`
      await putFile(db, key, new Uint8Array([1, 2]))
      await storage().delete(key)
      await checkFile(db, key)
      await storage().put(key, new Uint8Array([1, 2]))
      return { event: {} as never, effects: async () => (await findStored(db, key))!.damage }
    },
  },
  'remove-files': {
    job: removeFiles,
    begin: async () => {
      const prefix = `documents/${newId()}`
      await putFile(db, `${prefix}/kept.pdf`, new Uint8Array([1]))
      const there = () => getFile(db, `${prefix}/kept.pdf`).then(String, () => 'gone')
      return { event: { prefix } as never, effects: there }
    },
  },
  expired: {
    job: deleteExpired,
    begin: async () => {
      const nonce = newId()
      await db
        .insertInto('platform.nonce')
        .values({ nonce, expires_at: new Date(0) })
        .execute()
      await sql`insert into platform.rate_limit values (${nonce}, 1, 0)`.execute(db)
      const remaining = async () => [
        await db.selectFrom('platform.nonce').select('nonce').execute(),
        (await sql`select key from platform.rate_limit`.execute(db)).rows,
      ]
      return { event: {} as never, effects: remaining }
    },
  },
  'accounts-housekeeping': {
    job: deleteOldEntries,
    begin: async () => {
      const row = { name_hash: 'x', account_id: null, address: null, known_device: false }
      const created_at = new Date(Date.now() - 2 * DAY)
      await db
        .insertInto('accounts.login_failure')
        .values({ ...row, id: newId(), created_at })
        .execute()
      const remaining = () => db.selectFrom('accounts.login_failure').select('name_hash').execute()
      return { event: {} as never, effects: remaining }
    },
  },
}

let gateways: Gateways | null = null

/** Bills of the last week, which Alipay and WeChat Pay offer for download. */
async function merchantBills() {
  gateways ??= await openGateways()
  await db.deleteFrom('orders.statement').where('bill_day', 'is not', null).execute()
  const days = [1, 2, 3, 4, 5, 6, 7].map((n) => shanghaiDay(new Date(Date.now() - n * DAY)))
  for (const day of days) {
    gateways.alipay.bills.set(day, alipayBillOf(day, []))
    gateways.wechat.bills.set(day, wechatBillOf(day, []))
  }
  const bills = db
    .selectFrom('orders.statement')
    .select(['method', 'lines', sql`bill_day::text`.as('day')])
    .where('bill_day', 'is not', null)
    .orderBy('bill_day')
    .orderBy('method')
  return { effects: () => bills.execute(), day: days[0]! }
}

/** Sends a message from Lin to support; returns the id of the conversation. */
async function conversation(): Promise<string> {
  await sendAsCustomer(db, lin, { words: 'Where is the seal?', key: newId() }, 'en_US')
  return (await listConversations(db)).find((one) => one.account_id === lin.id)!.id
}

async function lastSeq(id: string): Promise<number> {
  const { last_seq } = await db
    .selectFrom('chat.conversation')
    .select('last_seq')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return last_seq
}

// The tests depend on each other, in order.
describe('the jobs of one database', { shuffle: false }, () => {
  test('every job has a trial here', () => {
    expect(jobNames().sort()).toEqual(Object.keys(TRIALS).sort())
  })

  describe('a job run twice, and twice at once, has the same effect as one run', () => {
    test.each(Object.entries(TRIALS))('%s', async (name, { job, begin }) => {
      config.SMTP_URL = name === 'mail' ? smtp.url : undefined
      const firstRun = await begin()
      const effectsBefore = await firstRun.effects()
      await job.now(db, firstRun.event)
      const expectedEffects = await firstRun.effects()
      expect(expectedEffects).not.toEqual(effectsBefore)
      const secondRun = await begin()
      await job.now(db, secondRun.event)
      await job.now(db, secondRun.event)
      expect(await secondRun.effects()).toEqual(expectedEffects)
      const together = await begin()
      await Promise.allSettled([1, 2, 3].map(() => job.now(db, together.event)))
      expect(await together.effects()).toEqual(expectedEffects)
    })
  })

  test('a final PDF made again has the same SHA-256', async () => {
    const id = await finalised()
    const hashes: string[] = []
    for (let n = 0; n < 3; n++) {
      await db.deleteFrom('documents.file').where('document_id', '=', id).execute()
      await makeFinalFiles(db, id)
      const file = await db
        .selectFrom('documents.file')
        .select('sha256')
        .where('document_id', '=', id)
        .where('kind', '=', 'final-pdf')
        .executeTakeFirstOrThrow()
      hashes.push(file.sha256)
    }
    expect(new Set(hashes).size).toBe(1)
  })
})
