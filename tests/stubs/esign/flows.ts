import { randomUUID } from 'node:crypto'
import { Refusal } from './envelope.ts'
import type { CreateRequest, SignerRequest } from './shapes.ts'

export const newId = () => randomUUID().replaceAll('-', '')

/** 0 draft, 1 signing, 2 done, 3 revoked, 5 expired, 7 declined. */
export type FlowStatus = 0 | 1 | 2 | 3 | 5 | 7

export interface Signer {
  request: SignerRequest
  account: string
  /** 0 waiting, 1 signing, 2 signed, 3 awaiting approval, 4 declined. */
  status: number
  at: number
}

export interface Flow {
  id: string
  status: FlowStatus
  request: CreateRequest
  signers: Signer[]
  createdAt: number
  startedAt: number | null
  finishedAt: number | null
  reason: string | null
  expiresAt: number
  isExtended: boolean
  remindedAt: number | null
  signed: Uint8Array | null
}

const DAY = 24 * 60 * 60 * 1000

/** The draft that a request creates, if the service accepts all of the request. */
export function flowOf(request: CreateRequest, now: number): Flow {
  const { signFlowExpireTime, signConfig } = request.signFlowConfig
  if (signFlowExpireTime > now + 90 * DAY || signFlowExpireTime <= now)
    throw new Refusal(1435002, '参数错误: 签署截止时间signFlowExpireTime不能超过发起后90天')
  if (request.signers.length > 10)
    throw new Refusal(1437608, `流程创建签署人或签署主体个数${request.signers.length}超过数量限制`)
  for (const signer of request.signers) checkSigner(signer, request, signConfig.signMode === 'GLOBAL')
  const signers = request.signers.map((signer) => ({
    request: signer,
    account: (signer.psnSignerInfo ?? signer.orgSignerInfo!.transactorInfo).psnAccount,
    status: 0,
    at: now,
  }))
  return {
    id: newId(),
    status: 0,
    request,
    signers,
    createdAt: now,
    startedAt: null,
    finishedAt: null,
    reason: null,
    expiresAt: signFlowExpireTime,
    isExtended: false,
    remindedAt: null,
    signed: null,
  }
}

function checkSigner(signer: SignerRequest, { docs, signers }: CreateRequest, isGlobal: boolean) {
  const isPerson = signer.signerType === 0
  if (isPerson !== Boolean(signer.psnSignerInfo) || isPerson === Boolean(signer.orgSignerInfo))
    throw new Refusal(1435002, '参数错误: 个人签署方psnSignerInfo不能为空')
  if (signer.signerType === 3 && !signers.some((other) => isSealOf(other, signer)))
    throw new Refusal(1435002, '参数错误: 指定经办人签必须同时存在企业/机构')
  if (!isGlobal && signer.authConfig) throw new Refusal(1435002, '参数错误: 仅限海外签时可配置')
  for (const { fileId, normalSignFieldConfig } of signer.signFields) {
    if (!docs.some((doc) => doc.fileId === fileId))
      throw new Refusal(1435002, '参数错误: 文件id不在签署流程中')
    if (normalSignFieldConfig.psnSealStyles === '3' && !isGlobal)
      throw new Refusal(1435002, '参数错误: psnSealStyles')
  }
}

const isSealOf = (one: SignerRequest, other: SignerRequest) =>
  one.signerType === 1 && one.orgSignerInfo?.orgName === other.orgSignerInfo?.orgName

/** The signers whose turn it is: all with the lowest number who have not signed. */
export function invite(flow: Flow): Signer[] {
  const left = flow.signers.filter(({ status }) => status < 2)
  const next = Math.min(...left.map(({ request }) => request.signConfig.signOrder))
  const invited = left.filter(({ request, status }) => request.signConfig.signOrder === next && status === 0)
  for (const signer of invited) signer.status = 1
  return invited
}

/** The signers whose fields contain our id of a signatory. */
export const signersFor = (flow: Flow, signatoryId: string) =>
  flow.signers.filter(({ request }) =>
    request.signFields.some(({ customBizNum }) => customBizNum.startsWith(`${signatoryId}_`)),
  )

export const isGlobal = ({ request }: Flow) => request.signFlowConfig.signConfig.signMode === 'GLOBAL'

const DESCRIPTIONS: Record<FlowStatus, string> = {
  0: '草稿',
  1: '签署中',
  2: '完成',
  3: '撤销',
  5: '过期',
  7: '拒签',
}

const accountParts = (account: string) =>
  account.includes('@')
    ? { accountMobile: null, accountEmail: account }
    : { accountMobile: account, accountEmail: null }

/** The response about a signing, as in the documentation's example. */
export function detailOf(flow: Flow): object {
  const { signFlowTitle, autoFinish, notifyUrl, signConfig } = flow.request.signFlowConfig
  const initiator = flow.request.signFlowInitiator
  return {
    signFlowInitiator: {
      psnInitiator: null,
      orgInitiator: initiator ? null : { orgId: 'platform', orgName: '平台', transactor: null },
      ...initiator,
    },
    signFlowConfig: {
      signFlowTitle,
      contractGroupIds: [],
      autoFinish,
      signFlowExpireTime: flow.expiresAt,
      notifyUrl,
      signConfig: { ...signConfig, availableSignClientTypes: '1', forcedNotarize: false },
    },
    signFlowStatus: flow.status,
    rescissionStatus: 0,
    revokeReason: flow.status === 3 ? flow.reason : null,
    signFlowCreateTime: flow.createdAt,
    signFlowStartTime: flow.startedAt,
    signFlowFinishTime: flow.finishedAt,
    signFlowDescription: flow.reason ?? DESCRIPTIONS[flow.status],
    docs: flow.request.docs,
    attachments: [],
    signers: flow.signers.map(signerDetail),
    copiers: flow.request.copiers,
  }
}

function signerDetail({ request, account, status, at }: Signer) {
  const { psnSignerInfo, orgSignerInfo, signerType, signConfig } = request
  const name = (psnSignerInfo ?? orgSignerInfo!.transactorInfo).psnInfo.psnName
  const person = { psnId: newId(), psnName: name, psnAccount: accountParts(account) }
  return {
    psnSigner: psnSignerInfo ? person : null,
    orgSigner: orgSignerInfo ? { orgId: newId(), orgName: orgSignerInfo.orgName, transactor: person } : null,
    signerType: Math.min(signerType, 1),
    signOrder: signConfig.signOrder,
    signStatus: status,
    notaryRole: null,
    signFields: request.signFields.map((field) => ({
      ...field,
      signFieldId: newId(),
      signFieldStatus: status === 2 ? '4' : '0',
      statusUpdateTime: at,
      failReason: null,
      signFieldType: 0,
      mustSign: true,
      signFieldSealType: signerType,
    })),
  }
}
