import { answerAuthorisationVisit, answerSigningVisit, nothingHere } from '../services/pages.ts'
import type { Call, Reply } from '../services/server.ts'
import { type Flow, isOpen, TURN } from './flows.ts'
import type { World } from './world.ts'

const SERVICE = '腾讯电子签'

export interface PageActions {
  sign(flow: Flow, position: number): Promise<void>
  decline(flow: Flow, position: number, reason: string): void
  /** Authorises the company with this number. */
  grant(code: string): void
  refuse(code: string): void
}

/** The pages for signatories and companies; null for other addresses. */
export async function answerPage(world: World, actions: PageActions, call: Call): Promise<Reply | null> {
  const [, area, id = ''] = call.url.pathname.split('/')
  if (area === 'sign') return signing(world, actions, id, call)
  return area === 'console' ? certifying(world, actions, call) : null
}

async function signing(world: World, actions: PageActions, signId: string, call: Call): Promise<Reply> {
  const flow = [...world.flows.values()].find(({ approvers }) =>
    approvers.some((one) => one.signId === signId),
  )
  if (!flow) return nothingHere(SERVICE)
  const position = flow.approvers.findIndex((one) => one.signId === signId)
  const { request, status } = flow.approvers[position]!
  // A link in a text message does not return to our pages.
  const back = call.url.searchParams.get('jump') ?? call.url.href
  return answerSigningVisit(call, {
    service: SERVICE,
    title: flow.request.FlowName,
    signatory: request.ApproverName,
    obstacle: isOpen(flow) && status === TURN.now ? null : 'There is nothing for you to sign now.',
    file: flow.file,
    sign: async () => {
      await actions.sign(flow, position)
      return back
    },
    decline: async (reason) => {
      actions.decline(flow, position, reason)
      return back
    },
  })
}

function certifying(world: World, actions: PageActions, call: Call): Reply {
  const code = call.url.searchParams.get('code') ?? ''
  const company = world.companies.get(code)
  if (!company) return nothingHere(SERVICE)
  return answerAuthorisationVisit(call, {
    service: SERVICE,
    sender: company.name,
    agree: () => {
      actions.grant(code)
      return company.returnUrl
    },
    refuse: () => {
      actions.refuse(code)
      return company.returnUrl
    },
  })
}
