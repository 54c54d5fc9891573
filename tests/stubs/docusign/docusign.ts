import type { DocusignSettings } from '#modules/signing/providers/docusign/settings.ts'
import { DAY, now } from '#src/core/clock.ts'
import { finishAs } from '../finish.ts'
import { type Call, type Failure, type Reply, startServer } from '../services/server.ts'
import { advance, apiOf, voidIt, type World } from './api.ts'
import { CONNECT_TOKENS, type Delivery, deliveryOf, HMAC_KEYS, signaturesOf } from './connect.ts'
import { isInvited, isOpen, recipientOf, type StubEnvelope } from './envelopes.ts'
import { ACCOUNT, AUDIENCE, INTEGRATION_KEY, KEYS, oauthOf, REDIRECT, USER } from './oauth.ts'
import { answerPage, type PageWorld } from './pages.ts'
import { refusal } from './replies.ts'

/** The reason that DocuSign states when it voids an expired envelope. */
export const EXPIRED = 'Envelope has expired.'

interface Options {
  /** Creates the finished file; by default DocuSign signs it. */
  finish?: (file: Uint8Array) => Promise<Uint8Array>
  sms?: boolean
  /** Whether callbacks have a token of "OAuth for Connect". */
  connectTokens?: boolean
  /** The return address registered for the app; null allows any address. */
  redirect?: string | null
  port?: number
  /** Receives each callback immediately. */
  onCallback?: (callback: Delivery) => void
}

/** Simulates DocuSign: consent and tokens, envelopes, signing pages, documents and Connect. */
export async function startDocusignStub({
  finish = finishAs('docusign'),
  sms = false,
  connectTokens = false,
  redirect = REDIRECT,
  port,
  onCallback = () => undefined,
}: Options = {}) {
  const callbacks: Delivery[] = []
  /** The content of each callback; null for the return of a browser. */
  const messages: (Parameters<typeof deliveryOf> | null)[] = []
  const replies: Reply[] = []
  const server = await startServer(answer, port)
  const oauth = oauthOf(() => server.url, redirect)
  const world: World = {
    envelopes: new Map(),
    mails: [],
    views: new Map(),
    url: () => server.url,
    finish,
    announce: (envelope, event, recipientId) => announce(envelope, event, recipientId),
  }
  const api = apiOf(world)

  function answer(call: Call): Reply | Promise<Reply> {
    settle()
    const page = answerPage(pages, call)
    if (page) return page
    const answered = oauth.answer(call)
    if (answered) return answered
    if (!oauth.isValid(call)) return refusal('AUTHORIZATION_INVALID_TOKEN', 401)
    return replies.shift() ?? api(call)
  }

  /** Ends expired envelopes. */
  function settle() {
    for (const envelope of world.envelopes.values()) {
      const end = envelope.sentAt && envelope.sentAt.getTime() + envelope.expireAfter * DAY
      if (end && isOpen(envelope) && end <= now().getTime()) voidIt(world, envelope, EXPIRED)
    }
  }

  function announce({ id: envelopeId, definition }: StubEnvelope, event: string, recipientId?: string) {
    const { url, events, includeOAuth } = definition.eventNotification
    if (!events.includes(event)) return
    addCallback({ event, envelopeId, recipientId }, url, includeOAuth === 'true')
  }

  function addCallback(event: Parameters<typeof deliveryOf>[0], url: string, hasToken = connectTokens) {
    const dated = { at: now(), ...event }
    const callback = deliveryOf(dated, { url, hasToken })
    messages.push([dated, { url, hasToken }])
    callbacks.push(callback)
    onCallback(callback)
  }

  /** A callback as DocuSign repeats it, or the return of a browser. */
  function repeated(index: number, retryCount: number): Delivery {
    const message = messages[index]
    return message ? deliveryOf(message[0], message[1], retryCount) : callbacks[index]!
  }

  async function deliver(index: number, retryCount = 0): Promise<Response> {
    if (!messages[index]) return fetch(callbacks[index]!.url, { redirect: 'manual' })
    const { url, headers, body } = repeated(index, retryCount)
    return fetch(url, { method: 'POST', headers, body: Buffer.from(body) })
  }

  /** Redirects the browser back to us; its address is also listed among the callbacks. */
  function sendBack(flow: string, answer: Record<string, string>): string {
    const url = `${oauth.pages.get(flow) ?? REDIRECT}?${new URLSearchParams({ ...answer, state: flow })}`
    messages.push(null)
    callbacks.push({ url, headers: {}, body: new Uint8Array() })
    return url
  }

  /** Signs or approves as the recipient, if it is their turn. */
  async function signAs(remoteId: string, signatoryId: string) {
    const envelope = envelopeOf(remoteId)
    const one = turnOf(envelope, signatoryId)
    Object.assign(one, { status: 'completed', at: { ...one.at, signedDateTime: now() } })
    announce(envelope, 'recipient-completed', one.recipientId)
    advance(world, envelope)
  }

  async function declineAs(remoteId: string, signatoryId: string, reason: string) {
    const envelope = envelopeOf(remoteId)
    const one = turnOf(envelope, signatoryId)
    const at = { ...one.at, declinedDateTime: now() }
    Object.assign(one, { status: 'declined', at, declinedReason: reason })
    envelope.status = 'declined'
    announce(envelope, 'recipient-declined', one.recipientId)
    announce(envelope, 'envelope-declined')
  }

  /** The user consents; DocuSign states no dates. Returns the address of the redirect. */
  function grant(flow: string, _dates?: { from: Date; until: Date | null }): string {
    oauth.state.hasConsent = true
    return sendBack(flow, { code: `eyJ0-${flow.slice(0, 8)}` })
  }

  /** The user refuses; only the browser learns of it. Returns the address of the redirect. */
  const refuse = (flow: string): string =>
    sendBack(flow, { error: 'access_denied', error_description: 'No, thanks' })

  const pages: PageWorld = {
    views: world.views,
    opened: new Map(),
    isAsked: oauth.isAsked,
    sign: signAs,
    decline: declineAs,
    grant,
    refuse,
  }
  const envelopeOf = (remoteId: string) => {
    const envelope = world.envelopes.get(remoteId)
    if (!envelope) throw new Error(`no envelope ${remoteId}`)
    return envelope
  }
  const idsOf = (isWanted: (envelope: StubEnvelope) => boolean) =>
    [...world.envelopes.values()].filter(isWanted).map(({ id }) => id)

  const settings: DocusignSettings = {
    authBase: server.url,
    audience: AUDIENCE,
    apiDomain: '127.0.0.1',
    pageDomain: '127.0.0.1',
    integrationKey: INTEGRATION_KEY,
    userId: USER,
    accountId: ACCOUNT,
    privateKey: KEYS.privateKey,
    hmacKeys: [HMAC_KEYS[1]!],
    connectTokens: connectTokens ? CONNECT_TOKENS : null,
    sms,
    timeout: 5000,
  }

  return {
    url: server.url,
    settings,
    requests: server.requests,
    oauth: oauth.state,
    mails: world.mails,
    callbacks,
    get fail() {
      return server.fail
    },
    set fail(failure: Failure | null) {
      server.fail = failure
    },
    get isDown() {
      return server.isDown
    },
    set isDown(isDown: boolean) {
      server.isDown = isDown
    },
    /** The next API request gets this response. */
    answerNext: (reply: Reply) => void replies.push(reply),
    envelope: envelopeOf,
    envelopes: () => [...world.envelopes.values()],
    signAs,
    declineAs,
    /** The mail to the recipient is returned as undeliverable. */
    bounce(remoteId: string, signatoryId: string) {
      const envelope = envelopeOf(remoteId)
      const one = turnOf(envelope, signatoryId)
      one.status = 'autoresponded'
      announce(envelope, 'recipient-autoresponded', one.recipientId)
    },
    /** The envelope expires. */
    expire: async (remoteId: string) => voidIt(world, running(envelopeOf(remoteId)), EXPIRED),
    revokeAtService: async (remoteId: string) =>
      voidIt(world, running(envelopeOf(remoteId)), 'Sent by mistake'),
    grant,
    refuse,
    /** The user withdraws the consent, and all tokens become invalid. */
    lapse(_flow?: string) {
      oauth.state.hasConsent = false
      oauth.tokens.clear()
    },
    /** All tokens become invalid. */
    endTokens: () => oauth.tokens.clear(),
    /** Whether the page of consent was opened for this flow. */
    wasAsked: (flow: string) => oauth.pages.has(flow),
    /** Adds any other message of Connect. */
    addCallback,
    /** Delivers a callback. A repeated callback has a higher count and a new signature. */
    deliver,
    repeated,
    /** Repeats a callback until it is acknowledged, as DocuSign does for days. Returns the deliveries. */
    async deliverUntilAcknowledged(index: number, atMost = 10): Promise<number> {
      for (let count = 0; count < atMost; count += 1) if ((await deliver(index, count)).ok) return count + 1
      return atMost
    },
    /** The same callback, signed with keys of another account, or with an unknown `state`. */
    forged(index: number): Delivery {
      const { url, headers, body } = callbacks[index]!
      if (!messages[index]) return { url: url.replace(/state=./, 'state=!'), headers, body }
      return { url, headers: { ...headers, ...signaturesOf(body, ['another key', 'a third key']) }, body }
    },
    drafts: () => idsOf(({ status }) => status === 'created'),
    started: () => idsOf(({ sentAt }) => sentAt !== null),
    stop: server.stop,
  }
}

export type DocusignStub = Awaited<ReturnType<typeof startDocusignStub>>

/** The envelope, if it has been sent and has not ended; otherwise throws. */
function running(envelope: StubEnvelope): StubEnvelope {
  if (!isOpen(envelope)) throw new Error(`the envelope is ${envelope.status}`)
  return envelope
}

function turnOf(envelope: StubEnvelope, signatoryId: string) {
  const one = recipientOf(running(envelope), signatoryId)
  if (!isInvited(one)) throw new Error(`it is not the turn of ${signatoryId}`)
  return one
}
