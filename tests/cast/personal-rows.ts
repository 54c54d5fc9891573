import { sendAsCustomer } from '#modules/chat/conversation.ts'
import { indexDocuments } from '#modules/documents/list/search-index.ts'
import { storeFeedback } from '#modules/messaging/feedback.ts'
import { logSealUse } from '#modules/seals/index.ts'
import { decline } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { DAY, fromNow, MINUTE, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { putFile } from '#src/jobs/storage.ts'
import { newClient } from '#tests/support/client.ts'
import { png } from '#tests/support/pictures.ts'
import { giveApp, giveDevice } from './factors.ts'
import { endedMandate } from './renewals.ts'
import { signingDocument } from './signing.ts'
import { onPlan } from './teams.ts'
import { logIn } from './test-context.ts'
import type { World } from './world.ts'

/** Inserts a row of Lin's into each table for personal data in which the world has none. */
export async function fillPersonalRows(world: World) {
  const { db, cast } = world
  await fillProfile(world)
  await fillAccount(db, cast.lin.viewer.id, cast.ruo.viewer.id)
  await fillConversations(world)
  await fillFactors(world)
  await fillDocuments(world)
  await fillSigning(world)
  await fillSealUse(world)
  await fillDocumentLogo(world)
  await fillApiAnswer(world)
  await db
    .insertInto('announcements.dismissal')
    .values({ account_id: cast.lin.viewer.id, announcement_id: world.announcementId, at: now() })
    .execute()
  const access = { id: newId(), account_id: cast.lin.viewer.id, staff_id: cast.ruo.viewer.id }
  const times = { asked_at: now(), ends_at: fromNow(60 * MINUTE), decided_at: now() }
  await db
    .insertInto('support_access.access')
    .values({ ...access, ...times, reason: 'A list looks empty', state: 'allowed' })
    .execute()
  await fillOrder(world)
}

async function fillOrder({ db, cast, orderId, paymentId, refundId, invoiceId }: World) {
  const key = `slips/${orderId}/${newId()}`
  const payee = JSON.stringify({ holder: 'Lin Mei', number: '6222000011112222', bank: 'Bank of China' })
  const team_id = cast.lin.viewer.teamId
  await putFile(db, key, Buffer.from('%PDF-1.7 a transfer'))
  await db
    .insertInto('orders.slip')
    .values({ order_id: orderId, key, type: 'pdf', uploaded_at: now() })
    .execute()
  await db
    .insertInto('orders.order_note')
    .values({ id: newId(), order_id: orderId, staff: 'Ruan Jie', words: 'Pays by the quarter', at: now() })
    .execute()
  await db
    .insertInto('orders.gateway_order')
    .values({ order_id: orderId, gateway_id: 'gateway-1', created_at: now() })
    .execute()
  await db
    .insertInto('orders.refund')
    .values({
      id: newId(),
      payment_id: paymentId,
      key: newId(),
      amount: 1n,
      reason: 'Paid too much',
      reference: 'refund-1',
      staff_id: cast.ruo.viewer.id,
      created_at: now(),
      done_at: now(),
      number: 'CN2611220099',
      taken: JSON.stringify({ uses: [], plan: null }),
      payee,
    })
    .execute()
  await db
    .updateTable('orders.refund')
    .set({ payee, reference: 'refund-2', done_at: now() })
    .where('id', '=', refundId)
    .execute()
  const recipient = {
    kind: 'special',
    title_kind: 'company',
    title: 'Lotus Trading',
    tax_number: '91310000MA1FL0A123',
    address: '1 Nanjing Road',
    phone: '02112345678',
    bank: 'Bank of China',
    bank_account: '6222000011112222',
    email: 'books@lotus.example',
  } as const
  await db
    .insertInto('orders.invoice_title')
    .values({ team_id, ...recipient, set_at: now() })
    .execute()
  await db
    .insertInto('orders.invoice_choice')
    .values({ order_id: orderId, asked_by: cast.lin.viewer.id, ...recipient, asked_at: now() })
    .execute()
  await db
    .insertInto('orders.invoice_reversal')
    .values({
      id: newId(),
      invoice_id: invoiceId,
      refund_id: refundId,
      amount: 100n,
      number: '26310000000000000077',
      created_at: now(),
      done_at: now(),
    })
    .execute()
  await db
    .insertInto('orders.term')
    .values({
      id: newId(),
      team_id,
      order_id: orderId,
      package: 'professional',
      period: 'yearly',
      from_at: now(),
      to_at: fromNow(30 * MINUTE),
      currency: 'CNY',
      value: 100n,
      replaced_at: null,
      credited: null,
      replaces_id: null,
      created_at: now(),
      contents: null,
    })
    .execute()
  await db
    .insertInto('orders.plan_notice')
    .values({ team_id, ends_at: fromNow(30 * MINUTE), step: 'week', told_at: now() })
    .execute()
  await fillRenewal(db, cast.lin.viewer)
}

async function fillRenewal(db: Db, viewer: { id: string; teamId: string }) {
  const team_id = viewer.teamId
  const mandate = { id: await endedMandate(db, viewer) }
  await db
    .insertInto('orders.renewal')
    .values({
      id: newId(),
      mandate_id: mandate.id,
      team_id,
      plan_ends_at: fromNow(9 * DAY),
      price: 100n,
      noticed_at: now(),
      charge_at: fromNow(6 * DAY),
      state: 'cancelled',
      order_id: null,
      failure: null,
    })
    .execute()
}

const fillSealUse = ({ db, sealId, draft }: World) =>
  logSealUse(db, {
    seal_id: sealId,
    action: 'sent',
    document_id: draft.id,
    document_name: 'NDA',
    document_number: 'X-1',
    person: 'Lin',
  })

const fillApiAnswer = ({ db, apiKeyId }: World) =>
  db
    .insertInto('api.idempotent_request')
    .values({
      key_id: apiKeyId,
      idempotency_key: 'one',
      fingerprint: '-',
      status: 201,
      body: '{}',
      created_at: now(),
    })
    .execute()

const fillDocumentLogo = ({ db, draft }: World) =>
  db
    .insertInto('brand.document_logo')
    .columns(['document_id', 'logo_id'])
    .expression((eb) =>
      eb
        .selectFrom('brand.logo')
        .select([eb.val(draft.id).as('document_id'), 'id'])
        .limit(1),
    )
    .execute()

async function fillProfile({ db, cast: { lin } }: World) {
  await db
    .updateTable('accounts.team')
    .set({ credit_code: '91310000MA1K35XX0A', address: '88 Nanjing Road', phone: '+86 21 5555 0000' })
    .where('id', '=', lin.viewer.teamId)
    .execute()
  await db
    .updateTable('accounts.account')
    .set({ position: 'Head', mailing_address: '88 Nanjing Road' })
    .where('id', '=', lin.viewer.id)
    .execute()
  await onPlan(db, lin.viewer.teamId)
  await lin.client.post('/mgmt/acct-info/invitations', { email: 'guest@kestrel.example' })
  await lin.client.post('/mgmt/acct-info/deletion', { words: 'We close the office.' })
  await db.updateTable('accounts.support_request').set({ answer: 'Who signs for you?' }).execute()
  await logIn(newClient(db), {}, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
  await logIn(newClient(db), { password: 'Wrong2026' })
}

async function fillFactors({ db, cast: { lin } }: World) {
  const account_id = lin.viewer.id
  await giveApp(db, account_id)
  await giveDevice(db, account_id)
  await db
    .insertInto('accounts.second_step')
    .values({
      token_hash: 'step',
      visitor_hash: 'visitor',
      account_id,
      password_mark: 'mark',
      way: 'password',
      return_url: '/mgmt/home',
      social_id: null,
      expires_at: fromNow(MINUTE),
    })
    .execute()
}

async function fillAccount(db: Db, account_id: string, staff_id: string) {
  const social = { provider: 'wechat', subject: 'openid-lin', nickname: '莲' }
  const action_id = newId()
  await db
    .insertInto('accounts.agreement')
    .values({ account_id, document: 'privacy-statement', version: '1.9', locale: 'en_US', agreed_at: now() })
    .execute()
  await db
    .insertInto('accounts.desk_action')
    .values({ id: action_id, account_id, staff_id, action: 'correct', reason: 'A letter', at: now() })
    .execute()
  await db
    .insertInto('accounts.desk_change')
    .values({ action_id, account_id, what: 'username', before: 'lin_before', after: 'lin' })
    .execute()
  await db
    .insertInto('accounts.account_note')
    .values({ id: newId(), account_id, staff_id, words: 'Prefers to be called', at: now() })
    .execute()
  await db
    .insertInto('platform.approval')
    .values({
      id: newId(),
      kind: 'uses',
      subject_id: account_id,
      account_id,
      path: `/desk/accounts/${account_id}/plan`,
      form: JSON.stringify({ single: 'single_2', quantity: '3' }),
      facts: JSON.stringify([{ what: 'uses', before: '', after: 'single_2 × 3' }]),
      reason: 'A complaint of Lin',
      state: 'open',
      requested_by: staff_id,
      requested_at: now(),
      decided_by: null,
      decided_at: null,
    })
    .execute()
  await db
    .insertInto('accounts.notice_choice')
    .values({ account_id, locale: 'zh_CN', ways: '{}', template_letter: false, leave_token: null })
    .execute()
  await db
    .insertInto('accounts.social_binding')
    .values({ ...social, account_id, created_at: now() })
    .execute()
  await db
    .insertInto('accounts.social_attempt')
    .values({
      ...social,
      id: newId(),
      state_hash: 'state',
      visitor_hash: 'visitor',
      account_id,
      return_url: '/mgmt/home',
      expires_at: fromNow(10 * MINUTE),
      returned_at: now(),
    })
    .execute()
  const { team_id } = await db
    .selectFrom('accounts.account')
    .select('team_id')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('sso.attempt')
    .values({
      id: newId(),
      team_id,
      state_hash: 'state',
      visitor_hash: 'visitor',
      account_id,
      nonce: 'nonce',
      verifier: 'verifier',
      return_url: '/mgmt/home',
      expires_at: fromNow(10 * MINUTE),
    })
    .execute()
  await db
    .insertInto('accounts.verification_code')
    .values({
      id: newId(),
      purpose: 'password',
      address: 'lin@example.com',
      visitor_hash: 'visitor',
      code_hash: 'code',
      created_at: now(),
      expires_at: fromNow(10 * MINUTE),
      ended_at: null,
    })
    .execute()
  await db.insertInto('messaging.digest').values({ account_id, day: '2026-11-20' }).execute()
  await db
    .insertInto('platform.user_log')
    .values({
      id: newId(),
      account_id,
      service: 'editor',
      action: 'open',
      result: 'yes',
      remark: 'From a phone',
      created_at: now(),
    })
    .execute()
}

async function fillConversations({ db, cast: { lin, ruo } }: World) {
  await sendAsCustomer(
    db,
    lin.viewer,
    {
      words: 'Is the office open?',
      key: 'office-1',
      file: { type: 'png', name: 'Office.png', bytes: png() },
    },
    'en_US',
  )
  const { id: conversation_id } = await db
    .selectFrom('chat.conversation')
    .select('id')
    .where('account_id', '=', lin.viewer.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('chat.visitor_token')
    .values({ token_hash: 'token', conversation_id, kind: 'cookie', expires_at: fromNow(10 * MINUTE) })
    .execute()
  const feedback_id = await storeFeedback(
    db,
    {
      question: 'May we close the office?',
      email: 'lin@example.com',
      locale: 'en_US',
      accountId: lin.viewer.id,
      picture: png(),
    },
    false,
  )
  await ruo.client.post(`/desk/feedback/${feedback_id}/answer`, { answer: 'Yes, you may.' })
}

async function fillDocuments(world: World) {
  const { db, cast, review, draft } = world
  await cast.lin.client.post(`/mgmt/${review.documentId}/comments`, {
    key: 'personal-1',
    place: 'part:title',
    words: 'It is the right title.',
  })
  await db
    .insertInto('documents.translation')
    .values({
      id: newId(),
      document_id: draft.id,
      account_id: cast.lin.viewer.id,
      state: 'done',
      everything: false,
      total: 1,
      version: null,
      created_at: now(),
      ended_at: now(),
    })
    .execute()
  await db
    .insertInto('documents.second_reading')
    .values({
      id: newId(),
      document_id: draft.id,
      account_id: cast.lin.viewer.id,
      state: 'done',
      total: 1,
      created_at: now(),
      ended_at: now(),
    })
    .execute()
  await db
    .insertInto('documents.former_template')
    .values({ document_id: draft.id, until: 1, until_save: 1, until_at: now(), template: '{}' })
    .execute()
  await db
    .insertInto('review.link_browser')
    .values({ reviewer_id: review.oliverId, visitor_hash: 'visitor', code_hash: null, code_sent_at: null })
    .execute()
  await db
    .insertInto('review.replaced_link')
    .values({ token_hash: 'before', reviewer_id: review.oliverId, replaced_at: now() })
    .execute()
  await indexDocuments.now(db, {})
}

/** Inserts a failed signing. */
async function fillSigning({ db, cast }: World) {
  const { signatoryId: signatory_id } = await signingDocument(db, cast.lin.viewer)
  await db
    .insertInto('signing.builtin_code')
    .values({ signatory_id, visitor_hash: 'visitor', code_hash: 'code', sent_at: now(), entered_at: null })
    .execute()
  await db
    .insertInto('signing.real_name_check')
    .values({ signatory_id, elements: 'two', state: 'waived', waived_by: 'Lin' })
    .execute()
  await db
    .insertInto('signing.question')
    .values({
      id: newId(),
      signatory_id,
      text: 'Where is the seal?',
      asked_at: now(),
      asked_by: 'Oliver Grant',
      answer: null,
      answered_at: null,
      answered_by: null,
    })
    .execute()
  await db
    .insertInto('signing.builtin_replaced_link')
    .values({ token_hash: 'before', signatory_id, replaced_at: now() })
    .execute()
  const { documentId } = await db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select('signing.document_id as documentId')
    .where('signatory.id', '=', signatory_id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('signing.seal_setting')
    .values({ document_id: documentId, choices: '[]', updated_at: now() })
    .execute()
  await fillServices(db, documentId, cast.lin.viewer.teamId)
  await decline(db, await turnOf(db, signatory_id), 'Too early')
}

async function fillServices(db: Db, documentId: string, teamId: string) {
  const { id: signing_id } = await db
    .selectFrom('signing.signing')
    .select('id')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  const remoteId = newId()
  const evidence_key = `services/${remoteId}/evidence`
  await putFile(db, evidence_key, Buffer.from('%PDF-1.7 evidence'))
  await db
    .insertInto('signing.remote_signing')
    .values({
      id: remoteId,
      evidence_name: 'report.pdf',
      evidence_key,
      evidence_sha256: hashOf(Buffer.from('%PDF-1.7 evidence')),
      signing_id,
      stage: 2,
      provider: 'esign',
      remote_id: 'remote-1',
      state: 'draft',
      created_at: now(),
    })
    .execute()
  await db
    .insertInto('signing.remote_callback')
    .values({
      id: newId(),
      provider: 'esign',
      key: 'event-1',
      about: JSON.stringify({ kind: 'signing', remoteId: 'remote-1' }),
      headers: '{}',
      body: Buffer.from('{}'),
      received_at: now(),
      handled_at: now(),
    })
    .execute()
  await db.insertInto('signing.service_setting').values({ document_id: documentId, choices: '{}' }).execute()
  await db
    .insertInto('signing.service_rule')
    .values({
      team_id: teamId,
      mainland: 'builtin',
      overseas: 'builtin',
      employment: 'builtin',
      updated_at: now(),
    })
    .execute()
}
