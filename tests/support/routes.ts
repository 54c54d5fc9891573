import { findDocument } from '#modules/documents/index.ts'
import { digestOf, findFaq } from '#modules/messaging/desk-faq.ts'
import { findReply } from '#modules/replies/reply.ts'
import { versionInForce } from '#modules/site/agreements.ts'
import { findEndpoint } from '#modules/webhooks/endpoints/endpoint.ts'
import { createApp } from '#src/app/app.tsx'
import { shanghaiDay } from '#src/core/clock.ts'
import { dayAhead } from '#src/core/day.ts'
import { LOCALES } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { CONSULTATION } from '#tests/cast/consultations.ts'
import type { World } from '#tests/cast/world.ts'
import type { Client } from './client.ts'
import { signed } from './signed.ts'
import { versionOf } from './template-version.ts'

const REPLY = { name: 'Thanks', text_en_US: 'Thank you', text_zh_CN: '谢谢', text_zh_TW: '謝謝' }

export interface Route {
  method: string
  path: string
}

/**
 * Every route of the site except those of the API, from the router's table, which does not depend on a
 * session.
 */
export function siteRoutes(db: Db): Route[] {
  const namedRoutes = createApp(db)
    .routes.filter((route) => route.method !== 'ALL' && !route.path.includes('*'))
    .filter(({ path }) => !path.startsWith('/api/v1/'))
  return [...new Map(namedRoutes.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()]
}

/** The address of a route with the ids of one of Lin's records that it can show. */
export function addressOf({ path }: Route, world: World): string {
  if (path.startsWith('/api/customer/')) return signed(path)
  const link = path.startsWith('/review/') ? world.review.link : world.signing.link
  return path
    .replace(':token', link.split('/').at(-1)!)
    .replace(':id', idFor(path, world))
    .replace(':reviewer', world.review.oliverId)
    .replace(':comment', world.review.commentId)
    .replace(':signatory', world.signing.signatoryId)
    .replace(':question', world.questionId)
    .replace(':team', world.cast.lin.viewer.teamId)
    .replace(':next', world.signing.signatoryId)
    .replace(':service', 'esign')
    .replace(':number', '1')
    .replace(':queue', 'feedback')
    .replace(':refund', world.refundId)
    .replace(':redLetter', world.redLetterId)
    .replace('preview.svg', 'preview.svg?shape=round&name=Lotus+Trading&line=&code=')
}

function idFor(path: string, world: World): string {
  if (/^\/(mgmt|desk)\/orders\//.test(path)) return world.orderId
  if (/^\/((mgmt|desk)\/consultations|mgmt\/confirm-order)\//.test(path)) return world.consultationId
  if (path.startsWith('/desk/requests/')) return world.requestId
  if (path.startsWith('/desk/approvals/')) return world.approvalId
  if (path.startsWith('/desk/payments/')) return world.paymentId
  if (path.startsWith('/desk/replies/')) return world.replyId
  if (path.startsWith('/desk/coupons/')) return world.couponId
  if (path.startsWith('/desk/packages/')) return 'basic'
  if (path.startsWith('/desk/templates/blocks/')) return 'notices'
  if (path.startsWith('/desk/templates/block-drafts/')) return world.blockDraftId
  if (path.startsWith('/desk/templates/drafts/')) return world.templateDraftId
  if (path.startsWith('/desk/laws/')) return encodeURIComponent('民法典')
  if (path.startsWith('/desk/law-tasks/')) return world.lawTaskId
  if (path.startsWith('/desk/templates/')) return 'power-of-attorney'
  if (path.startsWith('/desk/staff/invitations/')) return world.staff.invitationId
  if (path.startsWith('/desk/staff/')) return world.staff.colleagueId
  if (path.startsWith('/desk/statements/')) return world.statementId
  if (path.startsWith('/mgmt/acct-info/members/')) return world.cast.zhou.viewer.id
  if (path.includes('/:id/checklist')) return world.importedId
  if (path.startsWith('/mgmt/filing/labels/')) return world.labelId
  if (path.startsWith('/mgmt/filing/views/')) return world.viewId
  if (path.startsWith('/mgmt/key-dates/')) return world.keyDateId
  if (path.includes('/:id/key-dates')) return world.finalisedId
  if (path.startsWith('/mgmt/batches/')) return world.batchId
  if (path.startsWith('/mgmt/contacts/import/')) return world.contactImportId
  if (path.startsWith('/mgmt/contacts/') || path.endsWith('communicat-doc')) return world.contactId
  if (path.startsWith('/desk/chat/')) return world.conversationId
  if (path.startsWith('/mgmt/doc-lib/')) return 'mutual-nda'
  if (path.startsWith('/mgmt/my-templates/')) return world.savedTemplateId
  if (path.startsWith('/mgmt/tasks/')) return world.taskId
  if (path.startsWith('/mgmt/messages/')) return world.messageId
  if (path.includes('/announcements/')) return world.announcementId
  if (path.startsWith('/desk/feedback/')) return world.feedbackId
  if (/^\/(faq|mgmt\/faq-list|desk\/faq)\//.test(path)) return world.faqId
  if (path.startsWith('/mgmt/imports/')) return world.uploadId
  if (path.startsWith('/mgmt/archives/')) return world.archiveId
  if (path.startsWith('/mgmt/acct-info/renewal/')) return world.mandateId
  if (path.startsWith('/mgmt/acct-info/export/')) return world.dataExportId
  if (path.includes('/translation-memory/')) return world.memoryImportId
  if (/^\/(mgmt\/acct-info|desk)\/authorisation/.test(path)) return world.authorisationId
  if (path.startsWith('/mgmt/acct-info/services/')) return world.serviceAttemptId
  if (path.startsWith('/mgmt/acct-info/seals/')) return world.sealId
  if (path.startsWith('/mgmt/acct-info/api-keys/')) return world.apiKeyId
  if (path.startsWith('/mgmt/acct-info/webhooks/deliveries/')) return world.webhookDeliveryId
  if (path.startsWith('/mgmt/acct-info/webhooks/')) return world.webhookId
  if (path.startsWith('/mgmt/acct-info/single-sign-on/domains/')) return world.ssoDomainId
  if (path.startsWith('/mgmt/acct-info/single-sign-on/people/')) return world.ssoIdentityId
  if (path.startsWith('/brand/')) return path.includes('logos') ? `${world.logo}.png` : '1f5f8b.css'
  if (/(my-docs-import-(view|edit)|(imported|original)\.pdf)$/.test(path)) return world.importedId
  if (path.startsWith('/desk/calendar/')) return '2026-10-10'
  if (path.startsWith('/desk/invoices/')) return world.invoiceId
  if (path.startsWith('/desk/')) return world.cast.hannah.viewer.id
  if (path.startsWith('/review/')) return world.review.oliverId
  if (
    /(review\/.*|reviewers.*|review-doc|refund-doc|comparison.*|comments.*|email|review-withdrawal|reopening)$/.test(
      path,
    )
  )
    return world.review.documentId
  if (path.startsWith('/signing/')) return world.signing.signatoryId
  if (/(signing|signatories\/.*|signing-deadline|questions\/.*|own-turn)$/.test(path))
    return world.signing.documentId
  if (/(final\.\w+|sign-setting|services|sealing|signing-preview|signatories|revision)$/.test(path))
    return world.finalisedId
  if (/(signed|certificate)\.pdf$/.test(path)) return world.completedId
  return world.draft.id
}

/** The client that may open the route: the signatory's for the signer's pages, otherwise Lin's. */
export function clientFor({ path }: Route, world: World): Client {
  if (path.startsWith('/desk')) return world.cast.ruo.client
  if (path.startsWith('/review/')) return world.reviewer
  if (path.startsWith('/mgmt/:id/review/')) return world.cast.zhou.client
  return /^\/sign(ing)?\//.test(path) ? world.signer : world.cast.lin.client
}

/** A body that passes the form of each unsafe route. */
export async function bodyFor(route: Route, world: World): Promise<Record<string, unknown>> {
  const knownBody = BODIES[`${route.method} ${route.path}`]
  if (route.path === '/desk/faq/:id')
    return { ...knownBody, was: digestOf((await findFaq(world.db, world.faqId)).texts) }
  if (route.path === '/desk/work/:queue') return { ...knownBody, [`item-${world.feedbackId}`]: 'yes' }
  if (route.path === '/desk/replies/:id')
    return { ...knownBody, was: (await findReply(world.db, world.replyId)).updated_at.toISOString() }
  if (route.path === '/desk/laws/:id/review-withdrawal') return { review: world.lawReviewId }
  if (route.path === '/desk/laws/:id/change-withdrawal') return { change: world.lawChangeId }
  if (route.path === '/mgmt/acct-info/webhooks/:id/rotation')
    return { former: (await findEndpoint(world.db, world.cast.lin.viewer, world.webhookId)).public_key }
  if (knownBody) return knownBody
  if (!route.path.endsWith('/answers')) throw new Error(`no body for ${route.method} ${route.path}`)
  const { answers, version } = await findDocument(world.db, world.cast.lin.viewer, world.draft.id)
  return { version, answers }
}

const SENT_CODE = { email: 'new@lotus.example', captcha: 'qishu', captchaId: 'none', channel: 'email' }

const KEY_DATE = { label: 'Renewal', day: '2030-01-31', kind: 'notice', remind: '14' }

const CONTACT = { type: 'external', name: 'Maria Santos', email: 'maria@kestrel.example' }

const REVIEWER = { name: 'Oliver Grant', email: 'grant@kestrel.example', locale: 'en_US', reviews: 'yes' }

const LOGIN = { email: 'oliver@kestrel.example', accessCode: 'K7MQ2XRD', captcha: 'qishu', captchaId: 'none' }

const COMMENT = { key: 'comment-1', place: 'part:title', words: 'Who is the other party?' }

const FAQ = Object.fromEntries(
  LOCALES.flatMap((locale) => [
    [`question_${locale}`, 'Where is the seal?'],
    [`answer_${locale}`, 'On the last page.'],
  ]),
)

const ANNOUNCEMENT = {
  kind: 'maintenance',
  audience: 'everybody',
  ...Object.fromEntries(
    LOCALES.flatMap((locale) => [
      [`title_${locale}`, 'Saturday night'],
      [`text_${locale}`, 'Qishu cannot be used for an hour.'],
    ]),
  ),
  endsAt: `${dayAhead(3)}T00:00`,
  eventFrom: `${dayAhead(2)}T22:00`,
  eventUntil: `${dayAhead(2)}T23:00`,
  byMail: 'yes',
  byMessage: 'yes',
}

/** A body that passes the form of each unsafe route, so that a refusal comes from the check of the record. */
export const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /desk/accounts/:id/support-access': { reason: 'The list looks empty' },
  'POST /desk/accounts/:id/support-access/withdrawal': { access: 'none' },
  'POST /desk/accounts/:id/support-access/entry': { access: 'none' },
  'POST /support-access/leaving': {},
  'POST /mgmt/acct-info/support-access/consent': { access: 'none' },
  'POST /mgmt/acct-info/support-access/refusal': { access: 'none' },
  'POST /mgmt/acct-info/support-access/ending': { access: 'none' },
  'POST /acct/login': { login: 'lin', password: 'Lotus2026', agreement: 'yes' },
  'POST /acct/register': { ...SENT_CODE, username: 'newcomer', code: '123456' },
  'POST /acct/forgot-password': { ...SENT_CODE, code: '123456' },
  'POST /acct/codes': SENT_CODE,
  'POST /acct/captcha': SENT_CODE,
  'POST /acct/login-wechat': { agreement: 'yes' },
  'POST /acct/login-passkey': { agreement: 'yes', response: '{"id":"none"}' },
  'POST /acct/second-factor': { way: 'totp', code: '123456' },
  'POST /logout': {},
  'POST /cookie-consent': { returnUrl: '/pricing' },
  'POST /verify': {},
  'POST /feedback': { question: 'Where is the seal?', email: 'new@lotus.example', captcha: 'qishu' },
  'POST /mgmt/client-feedback': { question: 'Where is the seal?', email: 'lin@example.com' },
  'POST /mgmt/new-doc': {
    template: 'mutual-nda',
    version: versionOf('mutual-nda'),
    language: 'en',
    bilingual: 'no',
  },
  'POST /mgmt/imports': {},
  'POST /mgmt/imports/uploads': { name: 'Lease.pdf', size: '1000', key: 'lease-1' },
  'PUT /mgmt/imports/uploads/:id': {},
  'POST /mgmt/imports/uploads/:id/cancellation': {},
  'POST /mgmt/imports/uploads/:id/completion': {},
  'POST /mgmt/consultations': { ...CONSULTATION, subject: 'Lease of an office' },
  'POST /mgmt/consultations/:id/reply': { words: 'The rent is monthly.' },
  'POST /mgmt/consultations/:id/refusal': { offer: '1', reason: 'test' },
  'POST /mgmt/consultations/:id/withdrawal': {},
  'POST /mgmt/consultations/:id/closing': {},
  'POST /mgmt/consultations/:id/import': { number: '1' },
  'POST /desk/jobs/retry': { queue: 'mail' },
  'POST /desk/jobs/:id/retry': {},
  'POST /desk/signings/:id/end': {},
  'POST /desk/consultations/:id/owner': { to: 'me', was: '' },
  'POST /desk/consultations/:id/note': { note: 'test' },
  'POST /desk/consultations/:id/answer': { answer: 'test' },
  'POST /desk/consultations/:id/offer': { amount: '100', days: '3', terms: 'test' },
  'POST /desk/consultations/:id/delivery': { covering: 'test' },
  'POST /desk/consultations/:id/closing': { ground: 'test' },
  'POST /mgmt/acct-info/translation-memory': {},
  'POST /mgmt/acct-info/translation-memory/:id/undoing': {},
  'POST /mgmt/acct-info/brand': { colour: '#1f5f8b' },
  'POST /mgmt/acct-info/brand/removal': {},
  'POST /mgmt/acct-info/api-keys/new': { name: 'Test', days: '30', 'documents:read': 'yes' },
  'POST /mgmt/acct-info/api-keys/:id/revocation': {},
  'POST /mgmt/acct-info/webhooks/new': { url: 'https://kestrel.example/hook', 'document.created': 'yes' },
  'POST /mgmt/acct-info/webhooks/:id/change': {
    url: 'https://kestrel.example/changed',
    'document.created': 'yes',
  },
  'POST /mgmt/acct-info/webhooks/:id/rotation': {},
  'POST /mgmt/acct-info/webhooks/:id/disabling': {},
  'POST /mgmt/acct-info/webhooks/:id/enabling': {},
  'POST /mgmt/acct-info/webhooks/:id/removal': {},
  'POST /mgmt/acct-info/webhooks/:id/test': {},
  'POST /mgmt/acct-info/webhooks/:id/repetition': {},
  'POST /mgmt/acct-info/webhooks/deliveries/:id/repetition': {},
  'POST /mgmt/acct-info/single-sign-on/provider': {
    issuer: 'https://id.invalid',
    clientId: 'qishu',
    secret: 'secret',
  },
  'POST /mgmt/acct-info/single-sign-on/domains': { domain: 'kestrel.example' },
  'POST /mgmt/acct-info/single-sign-on/domains/:id/proof': {},
  'POST /mgmt/acct-info/single-sign-on/domains/:id/removal': {},
  'POST /mgmt/acct-info/single-sign-on/people/:id/unlinking': {},
  'POST /mgmt/acct-info/single-sign-on/test': {},
  'POST /mgmt/acct-info/single-sign-on/enabling': {},
  'POST /mgmt/acct-info/single-sign-on/disabling': {},
  'POST /mgmt/acct-info/single-sign-on/removal': {},
  'POST /acct/sso': { email: 'somebody@kestrel.example' },
  'POST /acct/sso/:team': { agreement: 'yes' },
  'POST /mgmt/acct-info/seals/drawn': {
    kind: 'contract',
    label: 'Contracts',
    shape: 'round',
    name: '莲花贸易（上海）有限公司',
    line: '合同专用章',
    code: '',
  },
  'POST /mgmt/acct-info/seals/uploaded': { kind: 'company', label: 'Company', longest: '42' },
  'POST /mgmt/acct-info/seals/:id': { label: 'Company seal' },
  'POST /mgmt/acct-info/seals/:id/retirement': {},
  'POST /mgmt/acct-info/authorisation/individual': {
    kind: 'passport',
    number: 'C01X00T47',
    accept: 'yes',
    numberConsent: 'yes',
  },
  'POST /mgmt/acct-info/authorisation/institution': { legalRepresentative: 'Lin', accept: 'yes' },
  'POST /mgmt/acct-info/authorisation/:id/demo-approval': {},
  'POST /mgmt/acct-info/services/rule': { mainland: 'builtin', overseas: 'esign', employment: 'builtin' },
  'POST /mgmt/acct-info/services/:service/authorisation': { sender: 'individual' },
  'POST /mgmt/acct-info/services/:service/authorisations/:id/check': {},
  'POST /mgmt/:id/services': { 'service-a': 'builtin', 'service-b': 'builtin' },
  'POST /e-sign/:service/callback': {},
  'POST /desk/authorisations/:id/approval': {},
  'POST /desk/authorisations/:id/refusal': { reason: 'test' },
  'POST /mgmt/tour': {},
  'POST /mgmt/archives': {},
  'POST /mgmt/archives/:id/removal': {},
  'POST /mgmt/:id/my-docs-import-edit': { name: 'Renamed', number: 'X-1' },
  'PUT /mgmt/:id/name': { name: 'Renamed', number: 'X-1' },
  'POST /mgmt/:id/finalisation': { version: '1' },
  'POST /mgmt/:id/deletion': {},
  'POST /mgmt/:id/save-as-template': { name: 'Our NDA', blanks: 'yes' },
  'POST /mgmt/my-templates/:id/use': {},
  'POST /mgmt/:id/translation': {},
  'POST /mgmt/:id/translation/cancellation': {},
  'POST /mgmt/:id/translation/undoing': {},
  'POST /mgmt/:id/second-reading': {},
  'POST /mgmt/:id/second-reading/cancellation': {},
  'POST /mgmt/:id/adoption': { version: '1', template: '1' },
  'POST /mgmt/:id/versions/:number/restoration': { version: '1' },
  'POST /mgmt/my-templates/:id/name': { name: 'Our own NDA' },
  'POST /mgmt/my-templates/:id/deletion': {},
  'POST /mgmt/my-templates/:id/restoration': {},
  'POST /mgmt/:id/restoration': {},
  'POST /mgmt/:id/copy': {},
  'POST /mgmt/:id/revision': {},
  'POST /mgmt/:id/note-dismissal': {},
  'POST /mgmt/:id/checklist': { template: 'mutual-nda' },
  'POST /mgmt/:id/checklist/points': { point: 'no-hire', verdict: 'missing', note: 'Ask for it' },
  'POST /mgmt/:id/checklist/removal': {},
  'POST /mgmt/:id/key-dates': KEY_DATE,
  'POST /mgmt/:id/key-dates/paper': { signed: '2026-01-05' },
  'POST /mgmt/key-dates/:id': KEY_DATE,
  'POST /mgmt/key-dates/:id/tick': {},
  'POST /mgmt/key-dates/:id/opening': {},
  'POST /mgmt/key-dates/:id/removal': {},
  'POST /mgmt/filing/labels': { kind: 'tag', name: 'Urgent', colour: 'red' },
  'POST /mgmt/filing/labels/:id': { kind: 'folder', name: 'Old suppliers' },
  'POST /mgmt/filing/labels/:id/removal': {},
  'POST /mgmt/filing/chosen': { which: 'all', filter: '', archived: 'no' },
  'POST /mgmt/filing/archive': { which: 'all', filter: '' },
  'POST /mgmt/filing/unarchive': { which: 'all', filter: '' },
  'POST /mgmt/filing/views': { name: 'Drafts', query: 'status=draft' },
  'POST /mgmt/filing/views/:id/removal': {},
  'POST /mgmt/batches': { template: 'mutual-nda', draft: '' },
  'POST /mgmt/batches/:id/table': {},
  'POST /mgmt/batches/:id/rows/:number': { cell0: 'Maria' },
  'POST /mgmt/batches/:id/drafting': {},
  'POST /mgmt/batches/:id/cancellation': {},
  'POST /mgmt/batches/:id/signing-order': {
    'turn-a': '1',
    'turn-b': '2',
    days: '30',
    reminderDays: '3',
    message: '',
  },
  'POST /mgmt/batches/:id/sending': {},
  'POST /mgmt/batches/:id/removal': {},
  'POST /mgmt/contacts': CONTACT,
  'POST /mgmt/contacts/:id': CONTACT,
  'POST /mgmt/contacts/:id/deletion': {},
  'POST /mgmt/contacts/:id/restoration': {},
  'POST /mgmt/contacts/:id/position': { to: 'up' },
  'PUT /mgmt/contacts/suggestions': CONTACT,
  'POST /mgmt/contacts/colleagues': {},
  'POST /mgmt/contacts/import': { type: 'external' },
  'POST /mgmt/contacts/import/:id': { column0: 'name', column1: 'email' },
  'POST /mgmt/contacts/import/:id/preview': { seen: 'name email', email: 'skip', other: 'skip' },
  'POST /mgmt/contacts/import/:id/removal': {},
  'POST /mgmt/contacts/merge': {},
  'POST /mgmt/tasks/:id/start': {},
  'POST /mgmt/messages/reading': {},
  'POST /mgmt/messages/:id/reading': {},
  'PUT /mgmt/:id/signatories': { signatories: [] },
  'POST /mgmt/:id/sealing': { 'seal-a': 'none', 'seal-b': 'own' },
  'POST /mgmt/:id/signing': {},
  'POST /mgmt/:id/signatories/:signatory/reminder': {},
  'POST /mgmt/:id/signing-deadline': { until: dayAhead(60) },
  'POST /mgmt/:id/signatories/:signatory/real-name-waiver': {},
  'POST /mgmt/:id/questions/:question': { answer: 'On the last page.' },
  'POST /mgmt/:id/own-turn': {},
  'POST /mgmt/:id/signatories/:signatory/address': { email: 'new@lotus.example' },
  'POST /mgmt/acct-info/password': {
    current: 'Wrong2026',
    password: 'Other2026',
    confirmPassword: 'Other2026',
  },
  'POST /mgmt/acct-info/email': { email: 'new@lotus.example', code: '123456', current: 'Wrong2026' },
  'POST /mgmt/acct-info/mobile': { mobile: '13800000000', code: '123456', current: 'Wrong2026' },
  'POST /mgmt/acct-info/profile': { version: '0', name: 'Mallory', department: 'None' },
  'POST /mgmt/acct-info/company': { version: '0', companyName: 'Mallory Ltd' },
  'POST /mgmt/acct-info/notices': {
    due: 'none',
    reviews: 'none',
    signatures: 'none',
    endings: 'none',
    team: 'none',
    service: 'none',
    locale: 'zh_TW',
  },
  'POST /mgmt/acct-info/notices/templates': {},
  'POST /template-letter/:token': {},
  'POST /mgmt/acct-info/deletion': { words: 'please' },
  'POST /mgmt/acct-info/export': {},
  'POST /mgmt/acct-info/export/:id/removal': {},
  'POST /mgmt/acct-info/sessions/:id/ending': {},
  'POST /mgmt/acct-info/other-sessions/ending': {},
  'POST /mgmt/acct-info/social/unbinding': { current: 'Wrong2026' },
  'POST /desk/staff/invitations': { name: 'Mei', email: 'mei@qishu.example', support: 'yes' },
  'POST /desk/staff/invitations/:id/withdrawal': {},
  'POST /desk/staff/:id/roles': { was: 'finance', support: 'yes', reason: 'test' },
  'POST /desk/staff/:id/removal': { ground: 'test' },
  'POST /desk/staff/:id/suspension': { cause: 'test' },
  'POST /desk/staff/:id/suspension-end': { cause: 'test' },
  'POST /staff-invitation/:token': {
    username: 'newcomer',
    password: 'Pagoda83bridge',
    confirmPassword: 'Pagoda83bridge',
  },
  'POST /desk/accounts/:id/session-ending': { endingReason: 'The owner reports that others use it' },
  'POST /desk/accounts/:id/factor-reset': { identified: 'yes', resetReason: 'Lost phone, identity checked' },
  'POST /mgmt/acct-info/team-factors': { required: 'yes' },
  'POST /mgmt/acct-info/security/authenticator': { name: 'Phone', code: '123456', current: 'Wrong2026' },
  'POST /mgmt/acct-info/security/passkey': { name: 'Key', current: 'Wrong2026', response: '{"id":"none"}' },
  'POST /mgmt/acct-info/security/factors/:id/name': { name: 'Phone' },
  'POST /mgmt/acct-info/security/factors/:id/removal': { current: 'Wrong2026' },
  'POST /mgmt/acct-info/security/devices/removal': {},
  'POST /mgmt/acct-info/security/devices/:id/removal': {},
  'POST /mgmt/acct-info/security/recovery-codes': { current: 'Wrong2026' },
  'POST /mgmt/acct-info/invitations': { email: 'new@lotus.example' },
  'POST /mgmt/acct-info/invitations/:id/mail': {},
  'POST /mgmt/acct-info/invitations/:id/withdrawal': {},
  'POST /mgmt/acct-info/members/:id/grants': { was: '' },
  'POST /mgmt/acct-info/members/:id/removal': {},
  'POST /invitation/:token/acceptance': {},
  'POST /mgmt/invitations/:id/acceptance': {},
  'POST /desk/accounts/:id/state': { stateAction: 'freeze', reason: 'test' },
  'POST /desk/requests/:id/closing': { answer: 'test' },
  'POST /desk/approvals/:id/approval': {},
  'POST /desk/approvals/:id/refusal': { note: 'test' },
  'POST /desk/approvals/:id/withdrawal': {},
  'POST /desk/requests/new': { kind: 'access', sender: 'test', day: '2026-11-27', words: 'test' },
  'POST /desk/accounts/:id/note': { note: 'test' },
  'POST /desk/accounts/:id/correction': { username: 'mallory', identity: 'company', cause: 'test' },
  'POST /desk/accounts/:id/hand-over': { handOverReason: 'test' },
  'POST /desk/accounts/:id/plan': { plan: 'basic', months: '1', reason: 'test' },
  'POST /desk/accounts/:id/uses': {
    single: 'single_1',
    quantity: '1',
    usesReason: 'test',
    key: '0192f0c0-0000-7000-8000-000000000002',
  },
  'POST /desk/accounts/:id/plan-undoing': { undoReason: 'test' },
  'POST /desk/accounts/:id/renewal-end': { renewalReason: 'test' },
  'POST /desk/accounts/:id/erasure': { confirmation: 'hannah', ground: 'test' },
  'POST /mgmt/online-service': { words: 'Where is the seal?' },
  'POST /online-service': { words: 'Where is the seal?', email: 'mei@lotus.example', captcha: 'x' },
  'POST /online-service/return/:token': {},
  'POST /online-service/typing': {},
  'POST /mgmt/online-service/typing': {},
  'POST /desk/chat/:id/typing': {},
  'POST /desk/chat/:id/answer': { words: 'On the last page.' },
  'POST /desk/chat/:id/owner': { to: 'me', was: '' },
  'POST /desk/chat/:id/closing': {},
  'POST /desk/files/check': { key: 'documents/none.pdf' },
  'POST /desk/feedback/:id/owner': { to: 'me', was: '' },
  'POST /desk/requests/:id/owner': { to: 'me', was: '' },
  'POST /desk/authorisations/:id/owner': { to: 'me', was: '' },
  'POST /desk/payments/:id/owner': { to: 'me', was: '' },
  'POST /desk/invoices/:id/owner': { to: 'me', was: '' },
  'POST /desk/keys': { keys: 'on' },
  'POST /desk/work/:queue': { step: 'take' },
  'POST /desk/feedback/:id/reply': { reply: 'Greeting', answer: 'Typed' },
  'POST /desk/consultations/:id/reply': { reply: 'Greeting', answer: 'Typed' },
  'POST /desk/chat/:id/reply': { reply: 'Greeting', words: 'Typed' },
  'POST /desk/replies/new': REPLY,
  'POST /desk/replies/:id': { ...REPLY, name: 'Greeting' },
  'POST /desk/replies/:id/removal': {},
  'POST /desk/feedback/:id/note': { note: 'test' },
  'POST /desk/feedback/:id/answer': { answer: 'test' },
  'POST /desk/feedback/:id/closing': { ground: 'test' },
  'POST /desk/feedback/:id/reopening': {},
  'POST /desk/hours': { opens: '8:30', closes: '17:30', days: 'working', known: '' },
  'POST /desk/calendar/days': { day: '2027-01-01', kind: 'holiday', name: '元旦' },
  'POST /desk/calendar/days/:id/removal': {},
  'POST /desk/calendar/years': { year: '2028', holidays: '2028-01-01 元旦' },
  'POST /desk/announcements': ANNOUNCEMENT,
  'POST /desk/announcements/:id': { ...ANNOUNCEMENT, version: '1' },
  'POST /desk/announcements/:id/scheduling': { version: '1' },
  'POST /desk/announcements/:id/withdrawal': {},
  'POST /mgmt/announcements/:id/dismissal': {},
  'POST /mgmt/acct-info/agreements': {
    document: 'SERVICE_AGREEMENT',
    version: versionInForce('SERVICE_AGREEMENT'),
  },
  'POST /desk/faq': FAQ,
  'POST /desk/faq/:id': FAQ,
  'POST /desk/faq/:id/archiving': {},
  'POST /desk/faq/:id/restoration': {},
  'POST /desk/faq/:id/position': { to: 'down' },
  'POST /desk/laws/:id/review': {
    reviewer: 'Fang Wei',
    firm: 'Haitong Law Firm',
    reviewedOn: '2026-11-20',
    until: dayAhead(300),
    'covers-mutual-nda': 'yes',
  },
  'POST /desk/laws/:id/change': { versionName: 'Revised', inForceFrom: dayAhead(90), what: 'test' },
  'POST /desk/laws/:id/review-withdrawal': { review: 'none' },
  'POST /desk/laws/:id/change-withdrawal': { change: 'none' },
  'POST /desk/laws/:id/owner': { owner: '' },
  'POST /desk/law-tasks/:id/owner': { to: 'me', was: '' },
  'POST /desk/law-tasks/:id/completion': { outcome: 'unchanged', note: 'test' },
  'POST /desk/templates': { yaml: 'code: x' },
  'POST /desk/templates/new/blank': {
    code: 'made-of-blank',
    zh: '咨询协议',
    en: 'Consulting',
    category: 'services',
    roleAzh: '委托方',
    roleAen: 'Client',
    roleBzh: '顾问',
    roleBen: 'Consultant',
  },
  'POST /desk/templates/new/copy': { from: 'mutual-nda', code: 'made-of-copy', zh: '协议', en: 'Agreement' },
  'POST /desk/templates/new/word': { code: 'x' },
  'POST /desk/templates/blocks/:id/draft': {},
  'POST /desk/templates/block-drafts/:id/texts': { revision: '1' },
  'POST /desk/templates/block-drafts/:id/publication': { revision: '1', reason: 'Changed law' },
  'POST /desk/templates/block-drafts/:id/removal': {},
  'POST /desk/templates/:id/version': {},
  'POST /desk/templates/drafts/:id/source': { yaml: 'code: x', revision: '0' },
  'POST /desk/templates/drafts/:id/undo': { revision: '0' },
  'POST /desk/templates/drafts/:id/form/general': { seen: '' },
  'POST /desk/templates/drafts/:id/form/party': { at: 'parties.0', seen: '' },
  'POST /desk/templates/drafts/:id/form/field': { at: 'fields.0', seen: '' },
  'POST /desk/templates/drafts/:id/form/article': { at: 'articles.0', seen: '' },
  'POST /desk/templates/drafts/:id/form/block': { at: 'articles.0', seen: '' },
  'POST /desk/templates/drafts/:id/form/clause': { at: 'articles.0.clauses.0', seen: '' },
  'POST /desk/templates/drafts/:id/form/rule': { at: 'rules.0', seen: '' },
  'POST /desk/templates/drafts/:id/form/date': {
    at: 'dates.0',
    new: 'yes',
    seen: '',
    'label.zh_CN': '签署日',
    'label.en_US': 'Day of signing',
    'on.0': 'signed',
    'on.way': 'on',
    kind: 'start',
    remind: '7',
  },
  'POST /desk/templates/drafts/:id/form/place': { at: 'articles.0', seen: '', to: 'up' },
  'POST /desk/templates/drafts/:id/form/block-addition': { block: 'general' },
  'POST /desk/templates/drafts/:id/publication': {},
  'POST /desk/templates/drafts/:id/scheduling': { day: dayAhead(30) },
  'POST /desk/templates/drafts/:id/scheduling-end': {},
  'POST /desk/templates/:id/retirement': {},
  'POST /desk/templates/:id/restoration': {},
  'POST /faq/:id/vote': { helpful: 'yes' },
  'POST /mgmt/faq-list/:id/vote': { helpful: 'yes' },
  'POST /sign/:token/code': {},
  'POST /sign/:token/entrance': { code: '123456' },
  'POST /signing/:id/signature': { kind: 'typed', typed: 'Mallory' },
  'POST /signing/:id/refusal': { reason: 'no' },
  'POST /signing/:id/approval': {},
  'POST /signing/:id/reading': {},
  'POST /signing/:id/hand-over': { name: 'Mallory', email: 'mallory@kestrel.example' },
  'POST /signing/:id/real-name': { name: 'Mallory', number: '110101199003077758', consent: 'yes' },
  'POST /signing/:id/question': { question: 'Where is the seal?' },
  'POST /signing/:id/next/:next': {},
  'POST /signing/:id/again/code': {},
  'POST /signing/:id/again/entrance': { code: '123456' },
  'POST /signing/:id/seal/drawn': { shape: 'round', name: 'Kestrel Robotics Ltd', line: '', code: '' },
  'POST /signing/:id/seal/uploaded': { longest: '42' },
  'POST /signing/:id/signature-picture': { kind: 'picture' },
  'POST /signing/:id/seal/removal': {},
  'POST /mgmt/confirm-order/:id': { method: 'bank', offer: '1', total: '360000', agreed: 'yes' },
  'POST /mgmt/confirm-order': {
    package: 'single_1',
    period: 'once',
    quantity: '1',
    kind: 'single',
    method: 'bank',
    total: '9900',
    agreed: 'yes',
  },
  'POST /mgmt/orders/:id/closure': {},
  'POST /mgmt/orders/:id/slip': {},
  'POST /desk/orders/:id/note': { note: 'test' },
  'POST /desk/orders/:id/slip-refusal': { uploadedAt: '2026-11-29T08:00:00.000Z', slipReason: 'test' },
  'POST /desk/orders/:id/transfer': { amount: '99.00', reference: 'REF-1', day: shanghaiDay() },
  'POST /desk/packages/:id/contents': {
    seats: '3',
    documents_1: '10',
    documents_2: '0',
    esigns: '10',
    storage: '2048',
    technical_support: 'email',
    reason: 'test',
  },
  'POST /desk/packages/:id/prices': {
    period: 'monthly',
    currency: 'CNY',
    amount: '1.00',
    priceReason: 'test',
  },
  'POST /desk/coupons': {
    code: 'TEST-1',
    by: 'percent',
    value: '10',
    until: '2099-01-01T00:00',
    reason: 'test',
  },
  'POST /desk/coupons/:id/end': { endReason: 'test' },
  'POST /desk/statements': {},
  'POST /desk/payments/:id/application': { applyReason: 'test' },
  'POST /desk/payments/:id/refund': {
    amount: '1.00',
    reference: 'BACK-1',
    reason: 'test',
    key: '0192f0c0-0000-7000-8000-000000000001',
  },
  'POST /desk/payments/:id/refund-retry': { refund: 'none' },
  'POST /desk/payments/:id/refund-by-hand': { refund: 'none', handReference: 'BACK-2', handReason: 'test' },
  'POST /desk/orders/:id/refund': {
    amount: '1.00',
    uses: '0',
    reason: 'test',
    key: '0192f0c0-0000-7000-8000-000000000002',
    holder: 'Mallory',
    account: '6222000011112222',
    bank: 'Bank',
  },
  'POST /desk/orders/:id/refund-retry': { refund: 'none' },
  'POST /desk/orders/:id/refund-transfer': { refund: 'none', handReference: 'BACK-3' },
  'POST /desk/statements/:id/confirmation': {},
  'POST /desk/statements/:id/columns': { column0: 'date', column1: 'credit' },
  'POST /desk/statements/:id/credits': {},
  'POST /desk/statements/:id/removal': {},
  'POST /desk/payments/:id/joint-application': { jointReason: 'test' },
  'POST /desk/payments/:id/voiding': { voidReason: 'test' },
  'POST /desk/payments/:id/order': { order: 'none' },
  'POST /desk/statements/:id/proposal': { reference: 'BANK-1', order: 'none' },
  'POST /desk/orders/:id/reversal': { reversalReason: 'test' },
  'POST /mgmt/orders/:id/invoice': {
    kind: 'ordinary',
    titleKind: 'individual',
    title: 'Mallory',
    email: 'new@lotus.example',
  },
  'POST /mgmt/orders/:id/invoice-change': {
    kind: 'ordinary',
    titleKind: 'individual',
    title: 'Mallory',
    email: 'new@lotus.example',
  },
  'POST /mgmt/orders/:id/invoice-withdrawal': {},
  'POST /mgmt/acct-info/invoice-title': {
    kind: 'ordinary',
    titleKind: 'individual',
    title: 'Mallory',
    email: 'new@lotus.example',
  },
  'POST /mgmt/acct-info/invoice-title/removal': {},
  'POST /desk/invoices/:id/issue': { number: '26310000000000000002' },
  'POST /desk/invoices/:id/service': {},
  'POST /desk/invoices/:id/red-letter': { redLetter: '26310000000000000003', reversal: 'none' },
  'POST /desk/invoices/:id/refusal': { refusalReason: 'test' },
  'POST /desk/invoices/:id/reversal': { reversalReason: 'test', redLetter: '26310000000000000004' },
  'POST /mgmt/orders/:id/sandbox': { answer: 'refuse' },
  'POST /mgmt/acct-info/renewal': { period: 'monthly', method: 'sandbox', monthlyPrice: '1', agreed: 'yes' },
  'POST /mgmt/acct-info/renewal/end': {},
  'POST /mgmt/acct-info/renewal/:id/sandbox': { answer: 'decline' },
  'POST /payments/alipay/callback': { out_trade_no: 'QO2611220001', sign: 'forged', sign_type: 'RSA2' },
  'POST /payments/wechat/callback': { id: 'e1', resource: '' },
  'POST /payments/paypal/callback': { id: 'WH-1', resource: '' },
  'POST /mgmt/:id/invite-review': { due: '2099-01-01', note: '' },
  'POST /mgmt/:id/reviewers': REVIEWER,
  'POST /mgmt/:id/reviewers/:reviewer': REVIEWER,
  'POST /mgmt/:id/reviewers/:reviewer/removal': {},
  'POST /mgmt/:id/reviewers/:reviewer/email': { email: 'grant@kestrel.example' },
  'POST /mgmt/:id/reviewers/:reviewer/reminder': {},
  'POST /mgmt/:id/review-withdrawal': {},
  'POST /mgmt/:id/round-end': {},
  'POST /mgmt/:id/round-continuation': {},
  'POST /mgmt/:id/reopening': {},
  'POST /mgmt/:id/comments': COMMENT,
  'POST /mgmt/:id/comments/:comment/removal': {},
  'POST /mgmt/:id/comments/:comment/decision': { state: 'settled' },
  'POST /mgmt/:id/comments/:comment/sharing': {},
  'POST /mgmt/:id/comments/:comment/internal': {},
  'POST /mgmt/:id/review/comments/:comment/sharing': {},
  'POST /mgmt/:id/review/comments/:comment/internal': {},
  'POST /mgmt/:id/review/comments': COMMENT,
  'POST /mgmt/:id/review/comments/:comment/removal': {},
  'POST /mgmt/:id/review/approval': {},
  'POST /mgmt/:id/review/rejection': { reasons: 'no' },
  'POST /review/login': LOGIN,
  'POST /review/login/:token': LOGIN,
  'POST /review/login/:token/code': { code: '123456' },
  'POST /review/logout': { accessCode: 'none' },
  'POST /review/:id/comments': COMMENT,
  'POST /review/:id/comments/:comment/removal': {},
  'POST /review/:id/approval': {},
  'POST /review/:id/rejection': { reasons: 'no' },
  'POST /api/logs/users/logs': { serviceCode: 'web', actionEventCode: 'x', actionResult: 'yes', remark: '' },
}

/** A body encoded as the route expects: JSON for PUT and the API, otherwise a form. */
export function encoded(
  { method, path }: Route,
  body: Record<string, unknown>,
): { type: string; text: string } {
  if (method === 'PUT' && path.startsWith('/mgmt/imports/'))
    return { type: 'application/octet-stream', text: '%PDF-' }
  if (method === 'PUT' || path.startsWith('/api/'))
    return { type: 'application/json', text: JSON.stringify(body) }
  const text = new URLSearchParams(body as Record<string, string>).toString()
  return { type: 'application/x-www-form-urlencoded', text }
}

/** The response without its variable parts: the nonce, the second, and the requested id or token. */
export async function fingerprint(response: Response, parameter: string) {
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? 'none'
  const plain = (text: string) => text.replaceAll(nonce, 'NONCE').replaceAll(parameter, 'PARAMETER')
  const headers = [...response.headers]
    .filter(([name]) => name !== 'set-cookie' && name !== 'date')
    .map(([n, v]) => `${n}: ${plain(v)}`)
  return { status: response.status, headers, body: plain(await response.text()) }
}
