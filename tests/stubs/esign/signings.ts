import type { Call } from '../services/server.ts'
import { parseBody, Refusal } from './envelope.ts'
import { detailOf, type Flow, flowOf, invite, isGlobal, type Signer } from './flows.ts'
import * as shapes from './shapes.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export interface Mail {
  to: string
  how: 'sms' | 'mail'
  kind: 'invitation' | 'reminder'
  remoteId: string
}

interface World {
  now: () => Date
  mails: Mail[]
  /** The number of signings left in the package. */
  quota: { left: number }
  flows: Map<string, Flow>
  onEnd: (flow: Flow) => void
}

/** The requests about one signing, by the last part of their path. */
export function createSigningCalls({ now, mails, quota, flows, onEnd }: World) {
  const notify = (flow: Flow, { request: signer, account }: Signer, kind: Mail['kind']) =>
    mails.push({
      to: account,
      how: signer.noticeConfig.noticeTypes === '1' ? 'sms' : 'mail',
      kind,
      remoteId: flow.id,
    })

  /** Invites the signers whose turn it is. */
  function inviteNext(flow: Flow) {
    // Without a notice the signer gets no message.
    for (const signer of invite(flow))
      if (signer.request.noticeConfig.noticeTypes) notify(flow, signer, 'invitation')
  }

  function create(body: Buffer): Flow {
    const flow = flowOf(parseBody(shapes.CreateRequest, body), now().getTime())
    flows.set(flow.id, flow)
    if (flow.request.signFlowConfig.autoStart) start(flow)
    return flow
  }

  function start(flow: Flow) {
    if (flow.status !== 0) throw new Refusal(1437108, '非草稿状态不允许开启流程')
    if (flow.expiresAt <= now().getTime()) throw new Refusal(1437169, '流程已过期')
    if (quota.left <= 0) throw new Refusal(1435405, '企业账户中电子合同份数不足')
    quota.left -= 1
    flow.status = 1
    flow.startedAt = now().getTime()
    inviteNext(flow)
  }

  const active = (flow: Flow, account: string) =>
    flow.signers.filter((signer) => signer.account === account && signer.status === 1)

  function link(flow: Flow, body: Buffer, base: string) {
    const { operator, organization, needLogin, redirectConfig } = parseBody(shapes.LinkRequest, body)
    if (flow.status !== 1) throw new Refusal(1437103, '流程未开启')
    const own = flow.signers.filter(({ account }) => account === operator.psnAccount)
    const wanted = organization?.orgName
    if (!own.length || (wanted && !own.some(({ request: one }) => one.orgSignerInfo?.orgName === wanted)))
      throw new Refusal(1437114, '当前用户不是流程参与人, 无权查看流程')
    const context = new URLSearchParams({
      flowId: flow.id,
      account: operator.psnAccount,
      organ: wanted ?? '',
      login: String(needLogin),
      ...redirectConfig,
    })
    return { url: `${base}/mesign/guide?${context}`, shortUrl: 'https://t.esign.cn/SM1' }
  }

  function urge(flow: Flow, body: Buffer) {
    const { urgedOperator } = parseBody(shapes.UrgeRequest, body)
    if (flow.status !== 1) throw new Refusal(1437126, '流程未发起或已完结, 不能执行催签操作')
    const at = now().getTime()
    if (at < flow.startedAt! + 30 * MINUTE) throw new Refusal(1437137, '发起后半小时内不可催签')
    if (flow.remindedAt && at < flow.remindedAt + 10 * MINUTE)
      throw new Refusal(1437138, '请间隔十分钟再催签')
    const [signer] = active(flow, urgedOperator.psnAccount)
    if (!signer) throw new Refusal(1437114, '当前用户不是流程参与人')
    flow.remindedAt = at
    notify(flow, signer, 'reminder')
    return null
  }

  function delay(flow: Flow, body: Buffer) {
    const { signFlowExpireTime } = parseBody(shapes.DelayRequest, body)
    if (flow.status !== 1 && flow.status !== 5) throw new Refusal(1437201, '非签署中的流程不允许延期')
    if (flow.isExtended) throw new Refusal(1435011, '流程只能延期一次')
    if (signFlowExpireTime < flow.expiresAt || signFlowExpireTime > now().getTime() + 90 * DAY)
      throw new Refusal(1435002, '参数错误: signFlowExpireTime')
    flow.isExtended = true
    flow.expiresAt = signFlowExpireTime
    flow.status = 1
    return null
  }

  function revoke(flow: Flow, body: Buffer) {
    const { revokeReason } = parseBody(shapes.RevokeRequest, body)
    if (flow.status === 3) throw new Refusal(1437168, '流程已撤销')
    if (flow.status !== 1) throw new Refusal(1437203, '非签署中的流程不允许撤销')
    end(flow, 3, revokeReason ?? null)
    return {}
  }

  function end(flow: Flow, status: Flow['status'], reason: string | null) {
    flow.status = status
    flow.reason = reason
    flow.finishedAt = now().getTime()
    onEnd(flow)
  }

  /** Ends expired signings. */
  function settle() {
    for (const flow of flows.values())
      if (flow.status === 1 && flow.expiresAt <= now().getTime()) end(flow, 5, null)
  }

  function fileAddresses(flow: Flow, body: Buffer, base: string) {
    parseBody(shapes.DownloadRequest, body)
    if (flow.status !== 2) throw new Refusal(1437518, '流程非签署完成状态，不允许下载文档')
    const [doc] = flow.request.docs
    return {
      files: [{ ...doc, downloadUrl: `${base}/signed/${flow.id}.pdf?Signature=a%2Fb` }],
      attachments: [],
      certificateDownloadUrl: isGlobal(flow) ? `${base}/certificates/${flow.id}.pdf` : null,
      aesSecret: null,
    }
  }

  function answer({ method, body }: Call, id: string, action: string, base: string): unknown {
    const flow = flows.get(id)
    if (!flow) throw new Refusal(1435011, `流程不存在:${id}`)
    if (method === 'GET' && action === 'detail') return detailOf(flow)
    if (method === 'GET') throw new Refusal(1435002, '参数错误')
    if (action === 'start') {
      parseBody(shapes.NothingRequest, body)
      start(flow)
      return null
    }
    if (action === 'sign-url') return link(flow, body, base)
    if (action === 'urge') return urge(flow, body)
    if (action === 'delay') return delay(flow, body)
    if (action === 'revoke') return revoke(flow, body)
    if (action === 'file-download-url') return fileAddresses(flow, body, base)
    throw new Refusal(1435002, '参数错误')
  }

  return { create, answer, inviteNext, end, settle }
}
