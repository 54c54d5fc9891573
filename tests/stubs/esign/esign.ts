import { createHash } from 'node:crypto'
import type { EsignSettings } from '#modules/signing/providers/esign/settings.ts'
import { now as coreNow } from '#src/core/clock.ts'
import { finishAs } from '../finish.ts'
import { type Call, type Reply, startServer } from '../services/server.ts'
import { createAuthorisations } from './authorisations.ts'
import { failure, parseBody, Refusal, success } from './envelope.ts'
import { type Delivery, deliver, deliveryOf, type Event, forgedOf } from './events.ts'
import { type Flow, newId, signersFor } from './flows.ts'
import { APP, gatewayRefusal, objection } from './gatekeeper.ts'
import { answerPage, type PageWorld } from './pages.ts'
import { ReportRequest, UploadRequest } from './shapes.ts'
import { createSigningCalls, type Mail } from './signings.ts'

interface StoredFile {
  md5: string
  type: string
  bytes: Uint8Array | null
  polls: number
}

/** A new file becomes usable after this number of queries. */
const POLLS_UNTIL_READY = 2

interface Options {
  /** Creates the finished file; by default the service signs it. */
  finish?: (file: Uint8Array) => Promise<Uint8Array>
  port?: number
  /** Receives each callback immediately. */
  onCallback?: (callback: Delivery) => void
}

/** Simulates openapi.esign.cn and its file store, with the actions of people on its pages. */
export async function startEsignStub({
  finish = finishAs('esign'),
  port,
  onCallback = () => undefined,
}: Options = {}) {
  const files = new Map<string, StoredFile>()
  const flows = new Map<string, Flow>()
  const reports = new Map<string, { status: string; signFlowId: string }>()
  const authorisations = createAuthorisations(() => server.url)
  const callbacks: Delivery[] = []
  const mails: Mail[] = []
  const quota = { left: 1000, reports: 1000 }
  /** Settings by which a test changes the behaviour of the service. */
  const controls = {
    /** The clock of the service, if it differs from ours. */
    clock: null as (() => Date) | null,
    blocked: false,
    /** The response to the next request. */
    next: null as Reply | null,
    /** The response to the next upload. */
    nextUpload: null as Reply | null,
    /** Replaces the service's address of a file. */
    hostile: null as string | null,
    /** A file status that does not change. */
    stuck: null as number | null,
  }
  const now = () => controls.clock?.() ?? coreNow()

  function notice(url: string, event: Event) {
    const callback = deliveryOf(url, event, now())
    callbacks.push(callback)
    onCallback(callback)
  }
  const noticeAbout = (flow: Flow, event: Event) =>
    notice(flow.request.signFlowConfig.notifyUrl, { ...event, signFlowId: flow.id })
  const onEnd = (flow: Flow) =>
    noticeAbout(flow, {
      action: 'SIGN_FLOW_COMPLETE',
      signFlowTitle: flow.request.signFlowConfig.signFlowTitle,
      // A text here, but a number in the detail.
      signFlowStatus: String(flow.status),
      statusDescription: flow.reason ?? '完成',
      signFlowFinishTime: flow.finishedAt,
    })
  const signings = createSigningCalls({ now, mails, quota, flows, onEnd })

  async function answer(call: Call): Promise<Reply> {
    signings.settle()
    if (!call.url.pathname.startsWith('/v3/')) return (await answerPage(pages, call)) ?? store(call)
    if (controls.blocked) return gatewayRefusal(403, 'IP白名单不匹配')
    const wrong = objection(call, now())
    if (wrong) return wrong
    const next = controls.next
    controls.next = null
    if (next) return next
    try {
      return success(handle(call))
    } catch (error) {
      if (error instanceof Refusal) return failure(error)
      throw error
    }
  }

  function handle(call: Call): unknown {
    const { method, url, body } = call
    const [, , area, id = '', action = ''] = url.pathname.split('/')
    if (area === 'files' && method === 'POST') return askForUpload(body)
    if (area === 'files') return fileState(id)
    if (area === 'psn-auth-url' || area === 'org-auth-url') return authorisations.ask(call)
    if (area === 'auth-flow') return authorisations.show(id)
    if (area === 'evidence-report') return id === 'apply' ? apply(body) : report(url)
    if (area !== 'sign-flow') throw new Refusal(1435002, '参数错误')
    if (id === 'create-by-file') return create(body)
    const data = signings.answer(call, id, action, server.url)
    if (action === 'file-download-url' && controls.hostile)
      return { ...(data as object), files: [{ downloadUrl: controls.hostile }] }
    return data
  }

  function askForUpload(body: Buffer) {
    const { contentMd5, contentType } = parseBody(UploadRequest, body)
    const fileId = newId()
    files.set(fileId, { md5: contentMd5, type: contentType, bytes: null, polls: 0 })
    return { fileId, fileUploadUrl: controls.hostile ?? `${server.url}/uploads/${fileId}` }
  }

  function fileState(id: string) {
    const file = files.get(id)
    if (!file) throw new Refusal(1430613, '查询合同上传状态失败: 合同不存在')
    if (file.bytes) file.polls += 1
    return { fileId: id, fileStatus: statusOf(file), fileSize: null, fileDownloadUrl: null }
  }

  function statusOf({ bytes, polls }: StoredFile): number {
    if (controls.stuck !== null) return controls.stuck
    if (!bytes) return 0
    return polls > POLLS_UNTIL_READY ? 2 : 1
  }

  function create(body: Buffer) {
    const { docs, signFlowInitiator } = JSON.parse(body.toString('utf8'))
    const file = files.get(docs?.[0]?.fileId)
    if (!file || statusOf(file) !== 2) throw new Refusal(1437513, '文档未成功转换成pdf, 请稍后重试')
    const { psnInitiator, orgInitiator } = signFlowInitiator ?? {}
    if (psnInitiator) authorisations.checkInitiator(psnInitiator.psnId, 'psn_initiate_sign', now())
    if (orgInitiator) authorisations.checkInitiator(orgInitiator.orgId, 'org_initiate_sign', now())
    return { signFlowId: signings.create(body).id }
  }

  function apply(body: Buffer) {
    const { signFlowId } = parseBody(ReportRequest, body)
    if (flows.get(signFlowId)?.status !== 2) throw new Refusal(1480207, '获取签署流程信息失败')
    if (quota.reports <= 0) throw new Refusal(1480201, '余额不足')
    quota.reports -= 1
    const recordNum = `2026${reports.size}`
    reports.set(recordNum, { status: 'ACCEPTED', signFlowId })
    return { recordNum }
  }

  function report(url: URL) {
    const recordNum = url.searchParams.get('recordNum') ?? ''
    const entry = reports.get(recordNum)
    if (!entry) throw new Refusal(1480209, '出证记录不存在')
    const { status } = entry
    if (status === 'ACCEPTED') entry.status = 'ISSUE_SUCCESS'
    const isMade = status === 'ISSUE_SUCCESS'
    return {
      recordNum,
      status,
      downloadUrl: isMade ? `${server.url}/reports/${recordNum}.zip` : null,
      failReason: status === 'ISSUE_FAILED' ? '报告生成失败' : null,
    }
  }

  /** The file store, which has other headers than the API. */
  function store({ method, url, headers, body }: Call): Reply {
    const [, area, name = ''] = url.pathname.split('/')
    const flow = flows.get(name.replace('.pdf', ''))
    if (method === 'PUT' && area === 'uploads') return keep(name, headers, body)
    if (area === 'signed' && flow?.signed) return { status: 200, body: flow.signed }
    if (area === 'certificates') return { status: 200, body: '%PDF-1.7 certificate' }
    if (area === 'reports') return { status: 200, body: 'PK zip' }
    return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
  }

  function keep(id: string, headers: Call['headers'], body: Buffer): Reply {
    const file = files.get(id)
    const md5 = createHash('md5').update(body).digest('base64')
    const isSame =
      file?.md5 === md5 && headers['content-md5'] === md5 && headers['content-type'] === file.type
    if (!file || !isSame || Object.keys(headers).some((header) => header.startsWith('x-tsign')))
      return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' }
    const next = controls.nextUpload
    controls.nextUpload = null
    if (next) return next
    file.bytes = body
    return { status: 200, body: JSON.stringify({ errCode: 0, msg: '成功' }) }
  }

  const server = await startServer(answer, port)
  const settings: EsignSettings = {
    host: server.url,
    fileOrigins: [server.url],
    appId: APP.id,
    appSecret: APP.secret,
    evidenceReports: false,
    timeout: 10_000,
    pollEvery: 1,
  }

  const fileOf = ({ request: { docs } }: Flow) => files.get(docs[0]!.fileId)!.bytes!

  function running(remoteId: string): Flow {
    const flow = flows.get(remoteId)
    if (flow?.status !== 1) throw new Error(`${remoteId} is not being signed`)
    return flow
  }

  /** A signatory acts, if it is their turn. */
  function act(flow: Flow, signatoryId: string, status: 2 | 4, description: string) {
    const own = signersFor(flow, signatoryId).filter((signer) => signer.status === 1)
    if (!own.length) throw new Error(`It is not the turn of ${signatoryId}`)
    for (const signer of own) {
      signer.status = status
      signer.at = now().getTime()
      noticeAbout(flow, {
        action: 'SIGN_MISSON_COMPLETE',
        customBizNum: signer.request.signFields[0]!.customBizNum,
        signOrder: signer.request.signConfig.signOrder,
        operateTime: signer.at,
        signResult: status,
        resultDescription: description,
      })
    }
  }

  const people = controlled()
  const pages: PageWorld = {
    flows,
    authorisations: authorisations.flows,
    fileOf,
    sign: people.signAs,
    decline: people.declineAs,
    grant: (flow) => people.grant(flow, { from: now(), until: null }),
    refuse: people.refuse,
  }

  return Object.assign(server, people, {
    settings,
    callbacks,
    mails,
    quota,
    reports,
    controls,
    flows: () => [...flows.values()],
    authorisation: authorisations.find,
    drafts: () => [...flows.values()].filter(({ status }) => status === 0).map(({ id }) => id),
    started: () => [...flows.values()].filter(({ startedAt }) => startedAt !== null).map(({ id }) => id),
    /** The request that created the signing. */
    askedFor: (remoteId: string) => flows.get(remoteId)!.request,
    deliver: (index: number) => deliver(callbacks[index]!),
    forged: (index: number) => forgedOf(callbacks[index]!),
    /** Sends any callback. */
    announce: (url: string, event: Event) => notice(url, event),
  })

  function controlled() {
    return {
      async signAs(remoteId: string, signatoryId: string) {
        const flow = running(remoteId)
        act(flow, signatoryId, 2, '签署完成')
        if (flow.signers.some(({ status }) => status !== 2)) return signings.inviteNext(flow)
        // Without autoFinish the signing remains open until the finish call.
        if (!flow.request.signFlowConfig.autoFinish) return
        flow.signed = await finish(fileOf(flow))
        signings.end(flow, 2, null)
      },
      declineAs(remoteId: string, signatoryId: string, reason: string) {
        const flow = running(remoteId)
        act(flow, signatoryId, 4, reason)
        signings.end(flow, 7, reason || null)
      },
      expire: (remoteId: string) => signings.end(running(remoteId), 5, null),
      revokeAtService: (remoteId: string) => signings.end(running(remoteId), 3, null),
      grant(flow: string, { from, until }: { from: Date; until: Date | null }) {
        const one = Object.assign(authorisations.find(flow), { status: 1, from, until })
        const { psnId, orgId, notifyUrl } = one
        const authType = orgId ? 'ORG' : 'PSN'
        notice(notifyUrl, { action: 'AUTH_PASS', authFlowId: flow, authType, psnInfo: { psnId } })
        const authorizedInfo = authorisations.infoOf(one)
        notice(notifyUrl, { action: 'AUTHORIZE_FINISH', authFlowId: flow, psnId, orgId, authorizedInfo })
      },
      refuse(flow: string) {
        authorisations.find(flow).status = 3
      },
      lapse(flow: string) {
        authorisations.find(flow).status = 0
      },
    }
  }
}

export type EsignStub = Awaited<ReturnType<typeof startEsignStub>>
