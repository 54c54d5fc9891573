import { randomUUID } from 'node:crypto'
import { now } from '#src/core/clock.ts'
import { answerAuthorisationVisit, answerSigningVisit, nothingHere } from '../services/pages.ts'
import type { Call, Reply } from '../services/server.ts'
import type { View } from './api.ts'
import { isInvited, isOpen } from './envelopes.ts'

const SERVICE = 'DocuSign'

export interface PageWorld {
  /** Unused addresses of signing pages, and opened pages, by their token. */
  views: Map<string, View>
  opened: Map<string, View>
  /** Whether the page of consent may be opened at this address. */
  isAsked(url: URL): boolean
  sign(remoteId: string, signatoryId: string): Promise<void>
  decline(remoteId: string, signatoryId: string, reason: string): Promise<void>
  /** Both functions return the address to which the browser is redirected. */
  grant(flow: string): string
  refuse(flow: string): string
}

/** The page for signatories and the page of consent; null for other addresses. */
export function answerPage(world: PageWorld, call: Call): Promise<Reply> | Reply | null {
  const { pathname } = call.url
  if (pathname === '/oauth/auth') return consenting(world, call)
  const [, kind, token] = /^\/Signing\/(MTRedeem\/v1|open)\/([\w-]+)$/.exec(pathname) ?? []
  if (!kind || !token) return null
  return kind === 'open' ? signing(world, token, call) : redeem(world, token)
}

/** An address from the API can be opened once, within five minutes. */
function redeem({ views, opened }: PageWorld, token: string): Reply {
  const view = views.get(token)
  if (!view) return nothingHere(SERVICE)
  const isEnded = now().getTime() >= view.until
  view.until = 0
  if (isEnded) return goTo(endedAs(view, 'ttl_expired'))
  const page = randomUUID()
  opened.set(page, view)
  return goTo(`/Signing/open/${page}`)
}

async function signing(world: PageWorld, token: string, call: Call): Promise<Reply> {
  const view = world.opened.get(token)
  if (!view) return nothingHere(SERVICE)
  const { envelope, recipient } = view
  const [signatoryId = ''] = recipient.customFields
  return answerSigningVisit(call, {
    service: SERVICE,
    title: envelope.definition.emailSubject,
    signatory: recipient.name,
    obstacle: isOpen(envelope) && isInvited(recipient) ? null : 'There is nothing for you to sign now.',
    file: envelope.file,
    sign: async () => {
      await world.sign(envelope.id, signatoryId)
      return endedAs(view, 'signing_complete')
    },
    decline: async (reason) => {
      await world.decline(envelope.id, signatoryId, reason)
      return endedAs(view, 'decline')
    },
  })
}

function consenting(world: PageWorld, call: Call): Reply {
  if (!world.isAsked(call.url))
    return { status: 400, body: 'The redirect URI is not registered properly with DocuSign' }
  const flow = call.url.searchParams.get('state')!
  return answerAuthorisationVisit(call, {
    service: SERVICE,
    sender: 'Sender',
    agree: () => world.grant(flow),
    refuse: () => world.refuse(flow),
  })
}

function endedAs({ returnUrl }: View, event: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('event', event)
  return url.href
}

const goTo = (location: string): Reply => ({ status: 302, headers: { location }, body: '' })
