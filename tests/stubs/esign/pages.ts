import { answerAuthorisationVisit, answerSigningVisit, nothingHere } from '../services/pages.ts'
import type { Call, Reply } from '../services/server.ts'
import type { Authorisation } from './authorisations.ts'
import type { Flow } from './flows.ts'

const SERVICE = 'e签宝'

export interface PageWorld {
  flows: Map<string, Flow>
  authorisations: Map<string, Authorisation>
  fileOf(flow: Flow): Uint8Array
  sign(remoteId: string, signatoryId: string): Promise<void>
  decline(remoteId: string, signatoryId: string, reason: string): void
  grant(flow: string): void
  refuse(flow: string): void
}

/** The pages at h5.esign.cn; null for other addresses. */
export async function answerPage(world: PageWorld, call: Call): Promise<Reply | null> {
  if (call.url.pathname === '/mesign/guide') return signing(world, call)
  return call.url.pathname === '/auth' ? authorising(world, call) : null
}

/** A link belongs to an account and an institution; the person who opens it signs for both. */
async function signing(world: PageWorld, call: Call): Promise<Reply> {
  const named = Object.fromEntries(call.url.searchParams)
  const flow = world.flows.get(named.flowId ?? '')
  const own = flow?.signers.filter(
    ({ account, request }) =>
      account === named.account && (!named.organ || request.orgSignerInfo?.orgName === named.organ),
  )
  const one = own?.find(({ status }) => status === 1) ?? own?.[0]
  if (!flow || !one) return nothingHere(SERVICE)
  const { psnSignerInfo, orgSignerInfo, signFields } = one.request
  const [signatoryId = ''] = signFields[0]!.customBizNum.split('_')
  const back = named.redirectUrl!
  return answerSigningVisit(call, {
    service: SERVICE,
    title: flow.request.signFlowConfig.signFlowTitle,
    signatory: (psnSignerInfo ?? orgSignerInfo!.transactorInfo).psnInfo.psnName,
    obstacle: flow.status === 1 && one.status === 1 ? null : 'There is nothing for you to sign now.',
    file: world.fileOf(flow),
    sign: async () => {
      await world.sign(flow.id, signatoryId)
      return back
    },
    decline: async (reason) => {
      world.decline(flow.id, signatoryId, reason)
      return back
    },
  })
}

function authorising(world: PageWorld, call: Call): Reply {
  const one = world.authorisations.get(call.url.searchParams.get('flow') ?? '')
  if (!one) return nothingHere(SERVICE)
  return answerAuthorisationVisit(call, {
    service: SERVICE,
    sender: one.sender,
    agree: () => {
      world.grant(one.flow)
      return one.returnUrl
    },
    refuse: () => {
      world.refuse(one.flow)
      return one.returnUrl
    },
  })
}
