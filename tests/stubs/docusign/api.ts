import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { MINUTE, now } from '#src/core/clock.ts'
import type { Call, Reply } from '../services/server.ts'
import { timeOf } from './connect.ts'
import {
  current,
  isInvited,
  isOpen,
  type Mail,
  newEnvelope,
  phoneOf,
  problemOf,
  type StubEnvelope,
  type StubRecipient,
  shownEnvelope,
} from './envelopes.ts'
import { ACCOUNT } from './oauth.ts'
import { ok, refusal } from './replies.ts'
import { Bin, Change, Definition, Notification, type Update, Updates, ViewRequest } from './shapes.ts'

const LANGUAGES = ['en', 'zh_CN', 'zh_TW']
const VIEW_LIFETIME = 5 * MINUTE

export interface World {
  envelopes: Map<string, StubEnvelope>
  mails: Mail[]
  /** Signing pages by their token. */
  views: Map<string, View>
  url: () => string
  finish: (file: Uint8Array) => Promise<Uint8Array>
  announce: (envelope: StubEnvelope, event: string, recipientId?: string) => void
}

/** A recipient who is sent to a signing page, which opens once. */
export interface View {
  envelope: StubEnvelope
  recipient: StubRecipient
  returnUrl: string
  until: number
}

export type Api = (call: Call) => Reply | Promise<Reply>

/** Simulates demo.docusign.net: envelopes, recipients, signing pages and documents of one account. */
export function apiOf(world: World): Api {
  const below = `/restapi/v2.1/accounts/${ACCOUNT}`
  return (call) => {
    if (!call.url.pathname.startsWith(`${below}/`)) return refusal('ACCOUNT_DOES_NOT_EXIST', 404)
    const name = `${call.method} ${call.url.pathname.slice(below.length)}`
    if (name === 'POST /envelopes') return create(world, call)
    if (name === 'PUT /folders/recyclebin') return moveToBin(world, call)
    const [, method, id = '', rest = ''] = /^(\w+) \/envelopes\/([^/]+)(\/.*)?$/.exec(name) ?? []
    const envelope = world.envelopes.get(id)
    if (!method || !envelope) return refusal('ENVELOPE_DOES_NOT_EXIST', 404)
    return answer(world, envelope, `${method} ${rest}`, call)
  }
}

function answer(world: World, envelope: StubEnvelope, name: string, call: Call): Reply | Promise<Reply> {
  if (name === 'GET ')
    return ok(shownEnvelope(envelope, call.url.searchParams.get('include') === 'recipients'))
  if (name === 'PUT ') return change(world, envelope, call)
  if (name === 'PUT /recipients') return correct(world, envelope, call)
  if (name === 'POST /views/recipient') return view(world, envelope, call)
  if (name === 'PUT /notification') return renotify(envelope, call)
  if (name === 'GET /documents/combined') return combined(world, envelope, call)
  return name === 'GET /documents/certificate'
    ? certificate(envelope, call)
    : refusal('INVALID_REQUEST_PARAMETER')
}

function read<T extends v.GenericSchema>(schema: T, { headers, body }: Call): v.InferOutput<T> | null {
  if (headers['content-type'] !== 'application/json') return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body.toString('utf8'))
  return parsed.success ? parsed.output : null
}

const badBody = () => refusal('INVALID_REQUEST_BODY')

function create(world: World, call: Call): Reply {
  const definition = read(Definition, call)
  if (!definition) return badBody()
  const envelope = newEnvelope(definition)
  const problem = problemOf(envelope)
  if (problem) return refusal(problem)
  world.envelopes.set(envelope.id, envelope)
  const { id, status } = envelope
  return ok({ envelopeId: id, uri: `/envelopes/${id}`, statusDateTime: timeOf(now()), status }, 201)
}

function change(world: World, envelope: StubEnvelope, call: Call): Reply {
  const body = read(Change, call)
  if (!body) return badBody()
  if (body.status === 'sent') {
    if (envelope.status !== 'created') return refusal('ENVELOPE_INVALID_STATUS')
    envelope.status = 'sent'
    envelope.sentAt = now()
    advance(world, envelope)
    return ok({ envelopeId: envelope.id })
  }
  if (!isOpen(envelope)) return refusal('ENVELOPE_CANNOT_VOID_INVALID_STATE')
  voidIt(world, envelope, body.voidedReason)
  return ok({ envelopeId: envelope.id })
}

export function voidIt(world: World, envelope: StubEnvelope, reason: string) {
  Object.assign(envelope, { status: 'voided', voidedAt: now(), voidedReason: reason })
  world.announce(envelope, 'envelope-voided')
}

function moveToBin({ envelopes }: World, call: Call): Reply {
  const matching = (read(Bin, call)?.envelopeIds ?? []).map((id) => envelopes.get(id))
  if (matching.length === 0) return badBody()
  for (const envelope of matching) if (envelope?.status === 'created') envelope.status = 'deleted'
  return ok({ folders: [] })
}

/** Invites the recipients whose turn it is. For a copy the turn is all that is needed. */
export function advance(world: World, envelope: StubEnvelope) {
  for (;;) {
    const open = current(envelope)
    if (open.length === 0) break
    for (const one of open.filter(({ status }) => status === 'created')) invite(world, envelope, one)
    if (!open.some(({ status }) => status === 'completed')) return
  }
  envelope.status = 'completed'
  world.announce(envelope, 'envelope-completed')
}

function invite(world: World, envelope: StubEnvelope, one: StubRecipient) {
  const isCopy = one.kind === 'carbonCopies'
  one.status = isCopy ? 'completed' : 'sent'
  one.at.sentDateTime = now()
  mail(world, envelope, one, isCopy ? 'copy' : 'invitation')
  world.announce(envelope, 'recipient-sent', one.recipientId)
}

function mail({ mails }: World, { id: envelopeId }: StubEnvelope, one: StubRecipient, kind: Mail['kind']) {
  const { email, phone, language } = one
  if (email) mails.push({ to: email, by: 'email', kind, language, envelopeId })
  if (phone) mails.push({ to: phone, by: 'sms', kind, language, envelopeId })
}

function correct(world: World, envelope: StubEnvelope, call: Call): Reply {
  const body = read(Updates, call)
  if (!body) return badBody()
  if (!isOpen(envelope)) return refusal('ENVELOPE_INVALID_STATUS')
  const isResent = call.url.searchParams.get('resend_envelope') === 'true'
  const kind = 'signers' in body ? 'signers' : 'carbonCopies'
  const updates = 'signers' in body ? body.signers : body.carbonCopies
  const results = updates.map((update) => {
    const one = envelope.recipients.find((other) => isSame(other, kind, update))
    const errorCode = one ? updated(world, envelope, one, update, isResent) : 'UNKNOWN_ENVELOPE_RECIPIENT'
    return { recipientId: update.recipientId, errorDetails: { errorCode, message: '' } }
  })
  return ok({ recipientUpdateResults: results })
}

const isSame = (one: StubRecipient, kind: string, { recipientId }: Update) =>
  one.kind === kind && one.recipientId === recipientId

/** An address counts as new even if it is the same. */
function updated(
  world: World,
  envelope: StubEnvelope,
  one: StubRecipient,
  to: Update,
  isResent: boolean,
): string {
  if (one.status === 'completed' && one.kind === 'signers') return 'RECIPIENT_UPDATE_FAILED'
  const isNew = to.email !== undefined || to.phoneNumber !== undefined
  one.name = to.name
  if (isNew) Object.assign(one, { email: to.email, phone: phoneOf(to) })
  if (one.status === 'autoresponded') one.status = 'sent'
  if (isResent && one.status !== 'created') mail(world, envelope, one, isNew ? 'correction' : 'reminder')
  return 'SUCCESS'
}

function view(world: World, envelope: StubEnvelope, call: Call): Reply {
  const request = read(ViewRequest, call)
  if (!request) return badBody()
  if (!isOpen(envelope)) return refusal('ENVELOPE_INVALID_STATUS')
  const one = envelope.recipients.find(({ clientUserId }) => clientUserId === request.clientUserId)
  const isKnown = request.email !== undefined ? request.email === one?.email : request.userId === one?.userId
  if (!one || !isKnown || request.userName !== one.name) return refusal('UNKNOWN_ENVELOPE_RECIPIENT')
  if (!isInvited(one)) return refusal('RECIPIENT_NOT_IN_SEQUENCE')
  const token = randomUUID()
  const until = now().getTime() + VIEW_LIFETIME
  world.views.set(token, { envelope, recipient: one, returnUrl: request.returnUrl, until })
  return ok({ url: `${world.url()}/Signing/MTRedeem/v1/${token}` }, 201)
}

function renotify(envelope: StubEnvelope, call: Call): Reply {
  const notification = read(Notification, call)
  if (!notification) return badBody()
  envelope.definition.notification = notification
  envelope.expireAfter = Number(notification.expirations.expireAfter)
  return ok(notification)
}

const pdf = (body: Uint8Array): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/pdf' },
  body,
})

/** The combined document; before the end of the envelope it has no signatures. */
async function combined(world: World, envelope: StubEnvelope, { url }: Call): Promise<Reply> {
  if (url.searchParams.get('certificate') !== 'false') return refusal('INVALID_REQUEST_PARAMETER')
  if (envelope.status !== 'completed') return pdf(envelope.file)
  envelope.signed ??= world.finish(envelope.file)
  return pdf(await envelope.signed)
}

function certificate({ id }: StubEnvelope, { url }: Call): Reply {
  const language = url.searchParams.get('language') ?? ''
  if (!LANGUAGES.includes(language)) return refusal('INVALID_REQUEST_PARAMETER')
  return pdf(Buffer.from(`%PDF-1.7\n% certificate ${language} ${id}\n%%EOF\n`))
}
