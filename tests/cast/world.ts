import { beginBatch, findBatch, storeRows } from '#modules/batches/batch.ts'
import { sendAsCustomer } from '#modules/chat/conversation.ts'
import { listConversations, markSeen } from '#modules/chat/desk-chat.ts'
import { beginChecklist } from '#modules/checklists/checklist.ts'
import { addContact } from '#modules/contacts/contact.ts'
import { saveChoice, startImport } from '#modules/contacts/import/pending-import.ts'
import { newKey } from '#modules/data-exports/paths.ts'
import { beginArchive, listArchives } from '#modules/documents/archives/archive.ts'
import { makeArchive } from '#modules/documents/archives/make-archive.ts'
import { saveAsTemplate } from '#modules/documents/saved/saved-template.ts'
import { findMemory, importMemory } from '#modules/documents/tmx/memory-exchange.ts'
import { beginUpload } from '#modules/imports/upload.ts'
import { listFaqs } from '#modules/messaging/faq.ts'
import { storeFeedback } from '#modules/messaging/feedback.ts'
import { sendMessage } from '#modules/messaging/inbox/message.ts'
import { openTask } from '#modules/messaging/inbox/task.ts'
import { storeStatement } from '#modules/orders/desk/bank/statement.ts'
import { issueInvoice } from '#modules/orders/invoices/desk-invoice.ts'
import { FILE_FORMATS, redLetterFileOf } from '#modules/orders/invoices/files/invoice-file.ts'
import { findOrderAndInvoice, requestInvoice } from '#modules/orders/invoices/invoice.ts'
import { readInvoice } from '#modules/orders/invoices/invoice-form.ts'
import { applyRefund } from '#modules/orders/refunds/refund-order.ts'
import { addReply } from '#modules/replies/reply.ts'
import { addSeal } from '#modules/seals/seal.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { beginBlockDraft } from '#modules/templates/blocks/block-draft.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { writePng } from '#src/files/pictures/pixels.ts'
import { putFile } from '#src/jobs/storage.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { CONSULTING } from '#tests/support/consulting.ts'
import { draftedAnnouncement } from './announcements.ts'
import { apiKey } from './api-key.ts'
import { requestAuthorisation } from './authorisation.ts'
import { offeredConsultation } from './consultations.ts'
import { coupon } from './coupons.ts'
import { recordedRequest, requestedApproval } from './desk-entries.ts'
import { filedDocuments } from './filing.ts'
import { importedPdf } from './imports.ts'
import { comingDate } from './key-dates.ts'
import { changedLaw } from './laws.ts'
import { lastMailTo } from './mail.ts'
import { buy, payTwice } from './orders.ts'
import { type Cast, openCast } from './people.ts'
import { endedMandate } from './renewals.ts'
import { enterAsReviewer, type Review, reviewedDocument } from './review.ts'
import { beginAtService } from './services.ts'
import { filledDraft, finalisedDocument, SIGNATORIES, signingDocument } from './signing.ts'
import { connect, link } from './sso.ts'
import { staffBesideRuo } from './staff.ts'
import { webhook } from './webhooks.ts'

/** All people of the cast, and one document of Lin's in each state that a page can show. */
/** A saved reply of our staff. */
const GREETING = {
  name: 'Greeting',
  texts: { zh_CN: '您好', zh_TW: '您好', en_US: 'Good day' },
}

export interface World {
  db: Db
  cast: Cast
  draft: { id: string; version: number }
  finalisedId: string
  /** A key date that Lin added to another document. */
  keyDateId: string
  /** Lin's folder and saved view. */
  labelId: string
  viewId: string
  /** The template that Lin saved from it. */
  savedTemplateId: string
  completedId: string
  signing: Awaited<ReturnType<typeof signingDocument>>
  /** An unanswered question of its first signatory. */
  questionId: string
  /** Hannah's open request to support. */
  feedbackId: string
  contactId: string
  /** A file of contacts whose columns Lin has named. */
  contactImportId: string
  /** A batch of Lin's with one row, based on a template. */
  batchId: string
  /** Hannah's conversation with us, which we have not answered. */
  conversationId: string
  /** A document that Lin is invited to sign, and her notification about it. */
  taskId: string
  messageId: string
  /** An e-signing that Lin bought and paid for. */
  orderId: string
  /** A surplus payment for it, and a bank statement. */
  paymentId: string
  statementId: string
  /** A refund of a small part of its price. */
  refundId: string
  /** Its invoice, issued. */
  invoiceId: string
  /** The red-letter invoice for the refund, as a PDF. */
  redLetterId: string
  /** A consultation that Lin requested, with an offer of our staff. */
  consultationId: string
  /** A PDF that Lin imported, and one of which only a part is uploaded. */
  importedId: string
  uploadId: string
  /** An archive of final files that Lin ordered. */
  archiveId: string
  /** Lin's data export. */
  dataExportId: string
  /** A TMX file that Lin imported into her team's memory. */
  memoryImportId: string
  /** A picture of a seal that Lin drew. */
  sealId: string
  apiKeyId: string
  /** A webhook endpoint, and a failed delivery to it. */
  webhookId: string
  webhookDeliveryId: string
  /** A domain of her team's single sign-on, and the link of Lin's account. */
  ssoDomainId: string
  ssoIdentityId: string
  /** The SHA-256 of the logo of Lin's team. */
  logo: string
  /** The authorisation of Lin's institution, which our staff have not decided yet. */
  authorisationId: string
  /** Lin's attempt to authorise us at an external e-signing service. */
  serviceAttemptId: string
  /** A colleague of Ruo's for finance, and an open invitation to another. */
  staff: { colleagueId: string; invitationId: string }
  /** A template that staff checked but did not publish. */
  templateDraftId: string
  /** A shared block with unpublished changes. */
  blockDraftId: string
  /** A change of the Civil Code that Ruo recorded, a task because of it, and a review that she recorded. */
  lawChangeId: string
  lawTaskId: string
  lawReviewId: string
  /** A draft of an announcement by Ruo. */
  announcementId: string
  /** A request of a person without an account, recorded at the desk. */
  requestId: string
  /** A price that a second member of staff has to approve. */
  approvalId: string
  /** A saved reply, “Greeting”. */
  replyId: string
  /** A valid coupon code. */
  couponId: string
  /** An automatic renewal that Lin switched off. */
  mandateId: string
  /** The first question of the FAQ. */
  faqId: string
  /** The client of the first signatory, who has entered the code. */
  signer: Client
  /** A document under review, with Oliver's comments on it. */
  review: Review & { commentId: string }
  /** Oliver's client. */
  reviewer: Client
}

export async function openWorld(db: Db): Promise<World> {
  const cast = await openCast(db)
  const { viewer } = cast.lin
  const completedId = await completedDocument(db, viewer)
  const finalisedId = await finalisedDocument(db, viewer)
  const saved = { name: 'Our NDA with suppliers', blanks: true, parties: false }
  const savedTemplateId = await saveAsTemplate(db, viewer, finalisedId, saved)
  const signing = await signingDocument(db, viewer)
  const signer = await enterByLink(db, signing.link, SIGNATORIES[0]!.email)
  const questionId = await askQuestion(db, signing.signatoryId)
  const feedbackId = await storeFeedback(db, feedbackOf(cast.hannah.viewer.id), false)
  const contactId = await addContact(db, viewer, OLIVER)
  await sendAsCustomer(db, cast.hannah.viewer, { words: 'Where is the seal?', key: 'seal-1' }, 'en_US')
  const [conversation] = await listConversations(db)
  const conversationId = conversation!.id
  await markSeen(db, conversation!)
  const [faq] = await listFaqs(db, 'en_US')
  const draft = await filledDraft(db, viewer)
  const { id: orderId } = await buy(db, viewer, 'single_esign', { period: 'once' })
  const paymentId = await payTwice(db, orderId)
  const statementId = await storeStatement(db, cast.ruo.viewer, [CREDIT])
  const refundId = await refundPart(db, cast, orderId)
  const invoiceId = await invoiceOf(db, cast, orderId)
  const redLetterId = await redLetterOf(db, invoiceId)
  const consultationId = await offeredConsultation(db, cast)
  const inbox = await fillInbox(db, viewer, signing)
  const review = await reviewedDocument(db, cast)
  const reviewer = await enterAsReviewer(db, review.link)
  const commentId = await commentOn(db, review, reviewer)
  return {
    db,
    cast,
    completedId,
    finalisedId,
    keyDateId: (await comingDate(db, viewer, 400)).id,
    ...(await filedDocuments(db, viewer, finalisedId)),
    savedTemplateId,
    signing,
    questionId,
    signer,
    feedbackId,
    contactId,
    contactImportId: await contactImport(db, viewer),
    batchId: await checkedBatch(db, viewer),
    draft,
    faqId: faq!.id,
    templateDraftId: await templateDraft(db, cast.ruo.viewer),
    blockDraftId: await beginBlockDraft(db, cast.ruo.viewer, 'notices'),
    ...(await changedLaw(db, cast.ruo.viewer)),
    announcementId: await draftedAnnouncement(db, cast.ruo.viewer),
    requestId: await recordedRequest(db, cast.ruo.viewer),
    approvalId: await requestedApproval(db, cast.ruo.viewer),
    couponId: await coupon(db, cast.ruo.viewer),
    mandateId: await endedMandate(db, cast.lin.viewer),
    replyId: await addReply(db, cast.ruo.viewer, GREETING),
    conversationId,
    orderId,
    paymentId,
    statementId,
    refundId,
    invoiceId,
    redLetterId,
    consultationId,
    review: { ...review, commentId },
    reviewer,
    ...inbox,
    importedId: await checkedPdf(db, viewer),
    memoryImportId: await memoryImport(db, viewer),
    sealId: await drawnSeal(db, viewer),
    apiKeyId: await apiKey(db, viewer),
    ...(await webhook(db, viewer)),
    ...(await connect(db, viewer, 'https://id.example.com')),
    ...(await link(db, viewer, 'lin')),
    logo: await savedBrand(db, viewer),
    staff: await staffBesideRuo(db, cast.ruo.viewer),
    authorisationId: await requestAuthorisation(db, viewer),
    serviceAttemptId: await beginAtService(db, viewer),
    archiveId: await archiveOf(db, viewer, finalisedId),
    dataExportId: await dataExportOf(db, viewer),
    uploadId: (await beginUpload(db, viewer, { fileName: 'Deed', size: 1000 })).id,
  }
}

/** Creates a checked template draft. */
async function templateDraft(db: Db, { id: checked_by }: Viewer): Promise<string> {
  const id = newId()
  const template = { ...findTemplate('mutual-nda'), code: 'consulting-short', version: 1 }
  await db
    .insertInto('templates.template_draft')
    .values({
      id,
      yaml: CONSULTING,
      code: template.code,
      version: 1,
      template: JSON.stringify(template),
      notes: '{}',
      problems: '[]',
      checked_by,
      checked_at: new Date(),
    })
    .execute()
  return id
}

async function checkedBatch(db: Db, viewer: Viewer): Promise<string> {
  const languages = { primary: 'en', bilingual: false, script: 'Hans' } as const
  const id = await beginBatch(db, viewer, { template: 'mutual-nda', languages })
  const rows = [{ number: 1, cells: { 'party:b.name': 'Maria Santos' } }]
  await storeRows(db, viewer, await findBatch(db, viewer, id), { rows, ignored: [] })
  return id
}

async function contactImport(db: Db, viewer: Viewer): Promise<string> {
  const rows = [{ line: 2, record: ['Oda', 'oda@kestrel.example'] }]
  const sheet = { kind: 'table' as const, heads: ['Name', 'Email'], rows }
  const id = await startImport(db, viewer, { type: 'external', fileName: 'contacts.csv', sheet })
  await saveChoice(db, viewer, id, { choice: ['name', 'email'], region: 'CN' })
  return id
}

const drawnSeal = (db: Db, viewer: Viewer) =>
  addSeal(db, viewer, {
    kind: 'company',
    label: '公章',
    look: {
      way: 'drawn',
      design: { shape: 'round', name: '莲花贸易（上海）有限公司', line: '', code: '' },
    },
    picture: null,
  })

async function savedBrand(db: Db, viewer: Viewer): Promise<string> {
  const size = { width: 4, height: 2 }
  const png = writePng({ ...size, data: new Uint8ClampedArray(32).fill(120) })
  const [id, sha256, at] = [newId(), hashOf(png), new Date()]
  const owner = { team_id: viewer.teamId }
  await db
    .insertInto('brand.logo')
    .values({ id, ...owner, sha256, png, ...size, created_at: at })
    .execute()
  const chosenBrand = { logo_id: id, colour: '#1f5f8b', in_documents: false }
  await db
    .insertInto('brand.brand')
    .values({ ...owner, ...chosenBrand, updated_by: viewer.id, updated_at: at })
    .execute()
  return sha256
}

async function memoryImport(db: Db, viewer: Viewer): Promise<string> {
  const pairs = [{ zh: '双方每日对账一次。', en: 'The parties shall reconcile daily.', at: null }]
  await importMemory(db, viewer, { fileName: 'memory.tmx', pairs, faults: [], replace: false })
  return (await findMemory(db, viewer)).imports[0]!.id
}

async function dataExportOf(db: Db, viewer: Viewer): Promise<string> {
  const id = newId()
  const bytes = Buffer.from('PK')
  const key = newKey(id)
  await putFile(db, key, bytes)
  await db
    .insertInto('data_exports.data_export')
    .values({
      id,
      account_id: viewer.id,
      team_id: viewer.teamId,
      with_team: true,
      locale: 'en_US',
      state: 'ready',
      key,
      size: bytes.length,
      created_at: now(),
      ended_at: now(),
      expires_at: fromNow(DAY),
    })
    .execute()
  return id
}

async function archiveOf(db: Db, viewer: Viewer, documentId: string): Promise<string> {
  await beginArchive(db, viewer, [documentId], 'en_US')
  const [archive] = await listArchives(db, viewer)
  await makeArchive.now(db, { id: archive!.id })
  return archive!.id
}

const CREDIT = {
  line: 2,
  at: '2026-11-20T02:00:00.000Z',
  amount: '9900',
  reference: 'BANK-1',
  remark: 'Rent',
  payer: 'Kestrel Robotics Ltd',
}

/** Requested by Lin and issued by our staff. */
const refundPart = (db: Db, { ruo }: Cast, orderId: string) =>
  db.transaction().execute((trx) =>
    applyRefund(trx, ruo.viewer, {
      orderId,
      amount: '100',
      reason: 'Goodwill',
      uses: 0,
      endsPlan: false,
      payee: null,
      key: newId(),
    }),
  )

async function redLetterOf(db: Db, invoice_id: string): Promise<string> {
  const id = newId()
  const invoice = { number: '26310000000000000099', created_at: now(), done_at: now(), refund_id: null }
  await db
    .insertInto('orders.invoice_reversal')
    .values({ id, invoice_id, amount: 1n, ...invoice, files: [...FILE_FORMATS] })
    .execute()
  for (const format of FILE_FORMATS)
    await putFile(db, redLetterFileOf(invoice_id, id, format), new TextEncoder().encode('%PDF-1.7'))
  return id
}

async function invoiceOf(db: Db, { lin, ruo }: Cast, orderId: string): Promise<string> {
  const values = { kind: 'ordinary', titleKind: 'individual', title: 'Lin Mei', email: 'lin@lotus.example' }
  const form = readInvoice(values)
  if (!form.ok) throw new Error(JSON.stringify(form.problems))
  await requestInvoice(db, lin.viewer, orderId, form.output)
  const { invoice } = await findOrderAndInvoice(db, lin.viewer, orderId)
  const issued = {
    number: '26310000000000000001',
    issuedAt: new Date(),
    files: {
      pdf: new TextEncoder().encode('%PDF-1.7'),
      ofd: new TextEncoder().encode('PK'),
      xml: new TextEncoder().encode('<a/>'),
    },
  }
  await issueInvoice(db, ruo.viewer, invoice!.id, issued)
  return invoice!.id
}

async function askQuestion(db: Db, signatoryId: string): Promise<string> {
  const id = newId()
  const question = { text: 'Where is the seal?', asked_at: new Date(), asked_by: SIGNATORIES[0]!.name }
  await db
    .insertInto('signing.question')
    .values({
      id,
      signatory_id: signatoryId,
      ...question,
      answer: null,
      answered_at: null,
      answered_by: null,
    })
    .execute()
  return id
}

/** With Lin as the first signatory. */
async function fillInbox(db: Db, viewer: Viewer, { documentId, signatoryId }: World['signing']) {
  const document = { document_id: documentId, document_name: 'NDA', document_number: 'QS-2026-0001' }
  const task = { type: 'sign', subject_id: signatoryId, creator: viewer.name, due_at: null } as const
  await openTask(db, [viewer.id], { ...task, ...document })
  const facts = { document: 'NDA', number: 'QS-2026-0001', starter: viewer.name, who: viewer.name }
  await sendMessage(db, [viewer.id], { kind: 'signAsked', facts, path: '/mgmt/tasks', documentId })
  const idIn = async (table: 'messaging.task' | 'messaging.message') =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .where('account_id', '=', viewer.id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id
  return { taskId: await idIn('messaging.task'), messageId: await idIn('messaging.message') }
}

async function commentOn(db: Db, { documentId, oliverId }: Review, reviewer: Client): Promise<string> {
  const comment = { key: 'comment-0', place: 'part:title', words: 'Is this the right title?' }
  await reviewer.post(`/review/${oliverId}/comments`, comment)
  const { id } = await db
    .selectFrom('review.comment')
    .select('id')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return id
}

const OLIVER = {
  type: 'external' as const,
  name: 'Oliver Grant',
  organisation: 'Kestrel Robotics',
  mobile: '',
  email: 'oliver@kestrel.example',
  group: 'Suppliers',
}

const feedbackOf = (accountId: string) => ({
  question: 'Where is the seal?',
  email: 'hannah@example.com',
  locale: 'en_US' as const,
  accountId,
  picture: null,
})

export async function completedDocument(db: Db, viewer: Viewer): Promise<string> {
  const { documentId } = await signingDocument(db, viewer)
  await signAsDemo(db, documentId, SIGNATORIES.length)
  return documentId
}

/** Opens the mailed link, requests the code and enters it. */
export async function enterByLink(db: Db, link: string, email: string): Promise<Client> {
  const client = newClient(db)
  await client.post(`${link}/code`)
  const { code } = await lastMailTo(db, email)
  const entered = await client.post(`${link}/entrance`, { code: code! })
  if (entered.status !== 303) throw new Error(`entrance: ${entered.status}`)
  return client
}

/** Imports a PDF with a checklist. */
async function checkedPdf(db: Db, viewer: Viewer): Promise<string> {
  const id = await importedPdf(db, viewer)
  await beginChecklist(db, viewer, id, 'mutual-nda')
  return id
}
