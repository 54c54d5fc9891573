import * as v from 'valibot'
import type { TencentSettings } from '#modules/signing/providers/tencent/settings.ts'
import { finishAs } from '../finish.ts'
import { type Call, type Failure, type Reply, startServer } from '../services/server.ts'
import { actionsOf, Refusal, textAbout } from './actions.ts'
import { type Delivery, deliveryOf, post } from './delivery.ts'
import { type Approver, end, type Flow, isOpen, newFlowId, STATUS, seconds, TURN } from './flows.ts'
import { answerPage, type PageActions } from './pages.ts'
import { REQUESTS } from './requests.ts'
import { signatureFault } from './tc3.ts'
import { newWorld } from './world.ts'

const ACCOUNT = { secretId: 'AKIDtest', secretKey: 'test-secret-key' }
const OPERATOR = 'yDRCLUUgygq2xun5UuO4zjEwg0vjoimj'
const VERSION = '2020-11-11'
const CALLBACK_KEY = 'abcdefghijklmnopqrstuvwxyz012345'

export interface StubOptions {
  /** Creates the finished file when all have signed; by default the service signs it. */
  finish?: (file: Uint8Array) => Promise<Uint8Array>
  /** The key for callbacks; null if the console does not encrypt them. */
  callbackKey?: string | null
  port?: number
  /** Receives each callback immediately. */
  onCallback?: (callback: Delivery) => void
}

/** A signatory who can sign now. */
interface Turn {
  flow: Flow
  one: Approver
}

export type TencentStub = Awaited<ReturnType<typeof startTencentStub>>

/**
 * Simulates the calls of ess.tencentcloudapi.com and file.ess.tencent.cn that we use. Signatures are checked
 * by the system clock, which the SDK uses; everything else follows our clock.
 */
export async function startTencentStub(options: StubOptions = {}) {
  const { finish = finishAs('tencent'), callbackKey = CALLBACK_KEY, port } = options
  const { onCallback = () => undefined } = options
  const world = newWorld()
  const callbacks: Delivery[] = []
  const keys = { callbackToken: 'test-callback-token', callbackKey }
  const server = await startServer(respond, port)
  const { url } = server
  const { port: listening } = new URL(url)
  const clock = { skew: 0 }
  const addresses = { callback: `${url}/no-callback-address` }
  const actions = actionsOf(world, announce, () => url)
  const calls: string[] = []

  async function respond(call: Call): Promise<Reply> {
    if (call.url.pathname.startsWith('/file/')) return download(call.url.pathname)
    return (await answerPage(world, pageActions, call)) ?? answerCall(call)
  }

  function answerCall({ method, url: { hostname, pathname }, headers, body }: Call): Reply {
    const action = String(headers['x-tc-action'])
    calls.push(action)
    const at = Math.floor(Date.now() / 1000) + clock.skew
    const fault =
      signatureFault({ method, path: pathname, headers, body }, ACCOUNT, at) ?? world.refusal ?? ''
    world.refusal = null
    if (fault) return error(fault)
    if (headers['x-tc-version'] !== VERSION) return error('NoSuchVersion')
    const isUpload = hostname.startsWith('file.')
    if (!Object.hasOwn(REQUESTS, action) || isUpload !== (action === 'UploadFiles'))
      return error('InvalidAction')
    return perform(action as keyof typeof REQUESTS, body)
  }

  function perform(action: keyof typeof REQUESTS, body: Buffer): Reply {
    const request = v.safeParse(REQUESTS[action], JSON.parse(body.toString('utf8')))
    if (!request.success) return error('InvalidParameter', v.summarize(request.issues))
    const { Operator, Caller } = request.output as {
      Operator?: { UserId: string }
      Caller?: { OperatorId: string }
    }
    if ((Operator?.UserId ?? Caller?.OperatorId) !== OPERATOR)
      return error('InvalidParameter.InvalidOperatorId')
    try {
      const handler = actions[action] as (request: unknown) => object
      const answer = Object.assign({}, handler(request.output), world.distortion, {
        RequestId: newFlowId('Q'),
      })
      world.distortion = null
      return { status: 200, body: JSON.stringify({ Response: answer }) }
    } catch (refusal) {
      if (refusal instanceof Refusal) return error(refusal.code, refusal.message)
      throw refusal
    }
  }

  function download(path: string): Reply {
    const [, id = ''] = /^\/file\/FLOW\/(\w+)\/0\/[01]\.PDF$/.exec(path) ?? []
    const flow = world.flows.get(id)
    if (!flow) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'NoSuchKey' }
    return { status: 200, headers: { 'content-type': 'application/pdf' }, body: flow.file }
  }

  function notice(event: Parameters<typeof deliveryOf>[1]) {
    const callback = deliveryOf(addresses.callback, event, keys)
    callbacks.push(callback)
    onCallback(callback)
  }

  function announce(flow: Flow, operate: string) {
    const data = {
      FlowId: flow.id,
      FlowName: flow.request.FlowName,
      CallbackType: 'sign',
      FlowCallbackStatus: flow.status,
      Operate: operate,
      UserData: flow.request.UserData,
    }
    notice({ type: 'FlowStatusChange', data })
  }

  /** A contract and its signatory, by our ids. */
  function turnOf(remoteId: string, signatoryId: string): Turn {
    const flow = flowOf(remoteId)
    const { signatories } = JSON.parse(Buffer.from(flow.request.UserData, 'base64').toString('utf8'))
    const one = flow.approvers[signatories.indexOf(signatoryId)]
    if (!isOpen(flow) || one?.status !== TURN.now) throw new Error('it is not their turn')
    if (!one.hasLink) throw new Error('they have no link')
    return { flow, one }
  }

  const flowOf = (remoteId: string) =>
    world.flows.get(remoteId.split('.')[0]!) ?? raise(new Error('no such contract'))

  const signAs = async (remoteId: string, signatoryId: string) => sign(turnOf(remoteId, signatoryId))

  async function sign({ flow, one }: Turn) {
    Object.assign(one, { status: TURN.signed, time: seconds() })
    const next = flow.approvers.find(({ status }) => status === TURN.later)
    if (next) {
      next.status = TURN.now
      if (next.request.NotifyType === 'SMS') textAbout(world, flow, next, 'turn')
    }
    const done = flow.approvers.every(({ status }) => status === TURN.signed)
    if (done) flow.file = await finish(flow.file)
    flow.status = done ? STATUS.done : STATUS.partly
    announce(flow, 'sign')
    if (!done) return
    for (const { Mobile } of flow.request.CcInfos)
      world.texts.push({ to: Mobile, about: 'copy', flowId: flow.id })
    announce(flow, 'finish')
  }

  const declineAs = async (remoteId: string, signatoryId: string, reason: string) =>
    decline(turnOf(remoteId, signatoryId), reason)

  function decline({ flow, one }: Turn, reason: string) {
    Object.assign(one, { status: TURN.declined, time: seconds(), message: reason })
    end(flow, STATUS.declined, 9, reason)
    announce(flow, 'reject')
  }

  function endAtService(remoteId: string, status: number, turn: number, operate: string) {
    const flow = flowOf(remoteId)
    end(flow, status, turn)
    announce(flow, operate)
  }

  function changeCompany(flow: string, change: object) {
    const company = world.companies.get(flow.split(':')[0]!) ?? raise(new Error('no such company'))
    Object.assign(company, change)
    const data = { OrganizationName: '', UserData: company.userData }
    notice({ type: 'CreateOrganization', data })
  }

  /** The service returns no dates, so the dates of the authorisation have no effect. */
  const grant = (flow: string, _dates?: { from: Date; until: Date }) =>
    changeCompany(flow, { status: 2, audit: 1 })
  const refuse = (flow: string, reason = '营业执照不清晰') =>
    changeCompany(flow, { status: 1, audit: 2, reason })

  const pageActions: PageActions = {
    sign: (flow, position) => sign({ flow, one: flow.approvers[position]! }),
    decline: (flow, position, reason) => decline({ flow, one: flow.approvers[position]! }, reason),
    grant,
    refuse,
  }

  const settings: TencentSettings = {
    ...ACCOUNT,
    ...keys,
    api: `http://ess.localhost:${listening}`,
    uploads: `http://file.ess.localhost:${listening}`,
    downloadHosts: [`127.0.0.1:${listening}`],
    operator: OPERATOR,
    evidence: true,
    timeouts: { call: 20_000, file: 20_000 },
  }

  const flows = () => [...world.flows.values()]

  return {
    url,
    settings,
    world,
    clock,
    /** The actions of all requests, including those with an invalid signature. */
    requests: calls,
    addresses,
    signAs,
    declineAs,
    expire: (remoteId: string) => endAtService(remoteId, STATUS.expired, TURN.expired, 'deadline'),
    revokeAtService: (remoteId: string) => endAtService(remoteId, STATUS.revoked, TURN.revoked, 'cancel'),
    grant,
    refuse,
    lapse: (flow: string) => changeCompany(flow, { deleted: true }),
    get fail() {
      return server.fail
    },
    set fail(failure: Failure | null) {
      server.fail = failure
    },
    get isDown() {
      return server.isDown
    },
    set isDown(isDown) {
      server.isDown = isDown
    },
    callbacks,
    deliver: (index: number) => post(callbacks[index]!),
    forged(index: number): Delivery {
      const { url: to, headers, body } = callbacks[index]!
      const wrong = `sha256=${'0'.repeat(64)}`
      return { url: to, headers: { ...headers, 'content-signature': wrong }, body }
    },
    /** Sends an undocumented event. */
    unknownEvent: () => notice({ type: 'SomethingNew', data: { Amount: '100%+&金额' } }),
    drafts: () => flows().filter((flow) => !wasStarted(flow)),
    started: () => flows().filter(wasStarted),
    mails: world.texts,
    stop: server.stop,
  }
}

export const wasStarted = ({ approvers }: Flow) => approvers.some(({ hasLink }) => hasLink)

function error(code: string, message = code): Reply {
  const body = { Response: { Error: { Code: code, Message: message }, RequestId: newFlowId('Q') } }
  return { status: 200, body: JSON.stringify(body) }
}

function raise(problem: Error): never {
  throw problem
}
