import {
  approverNamed,
  descriptionOf,
  end,
  type Flow,
  hasTwins,
  isOpen,
  newFlow,
  newFlowId,
  STATUS,
  seconds,
  settle,
  TURN,
} from './flows.ts'
import type { Action, Request } from './requests.ts'
import type { World } from './world.ts'

/** An error response of the service. */
export class Refusal extends Error {
  readonly code: string

  constructor(code: string, message = code) {
    super(message)
    this.code = code
  }
}

/** Sends a callback about a change of a contract. */
export type Announce = (flow: Flow, operate: string) => void

type Handlers = { [A in Action]: (request: Request<A>) => object }

const HOUR = 3600

/** The actions that our adapter requests; `base` is the address of pages and downloads. */
export function actionsOf(world: World, announce: Announce, base: () => string): Handlers {
  function flowFor(id: string, code: string): Flow {
    const flow = world.flows.get(id) ?? refuse(code, '无效的流程合同Id，检查后重试')
    if (settle(flow)) announce(flow, 'deadline')
    return flow
  }

  const refuseEnded = (flow: Flow, code: string) => isOpen(flow) || refuse(code)

  return {
    UploadFiles({ FileInfos: [{ FileBody }] }) {
      const bytes = new Uint8Array(Buffer.from(FileBody, 'base64'))
      if (!Buffer.from(bytes).toString('latin1').startsWith('%PDF-')) refuse('InvalidParameter.FileType')
      const id = newFlowId('U')
      world.files.set(id, { bytes, until: seconds() + HOUR })
      return { FileIds: [id], TotalCount: 1, Deadline: seconds() + HOUR }
    },

    CreateFlowByFiles(request) {
      const file = world.files.get(request.FileIds[0])
      if (!file || file.until < seconds()) refuse('ResourceNotFound', '资源不存在或无权限')
      if (request.Approvers.some(({ SignComponents }) => SignComponents.length === 0))
        refuse('MissingParameter.SignComponents')
      if (request.Approvers.some((one) => one.ApproverType && one.SignComponents.some(isSeal)))
        refuse('InvalidParameter.SignComponentType')
      if (hasTwins(request)) refuse('OperationDenied.ApproverRepeat')
      if (request.Deadline <= seconds()) refuse('InvalidParameter.FlowDeadLine')
      if (world.quota === 0) refuse('OperationDenied.NoQuota')
      world.quota--
      const flow = newFlow(request, file!.bytes)
      world.flows.set(flow.id, flow)
      for (const one of flow.approvers)
        if (one.status === TURN.now && one.request.NotifyType === 'SMS') textAbout(world, flow, one, 'turn')
      announce(flow, 'start')
      const Approvers = flow.approvers.map(({ signId, recipientId, request: { ApproverRoleName } }) => ({
        SignId: signId,
        RecipientId: recipientId,
        ApproverRoleName,
      }))
      return { FlowId: flow.id, PreviewUrl: '', Approvers }
    },

    DescribeFlowInfo({ FlowIds: [id] }) {
      const flow = flowFor(id, 'FailedOperation')
      return { FlowDetailInfos: [descriptionOf(flow)], FlowGroupId: '', FlowGroupName: '' }
    },

    DescribeFlowBriefs({ FlowIds: [id] }) {
      const flow = world.flows.get(id)
      if (flow) settle(flow)
      const briefs = flow ? [{ FlowId: id, FlowStatus: flow.status, Deadline: flow.deadline }] : []
      return { FlowBriefs: briefs }
    },

    CreateBatchSignUrl({ Name, Mobile, OrganizationName, FlowIds: [id] }) {
      if (!world.mobileCheck) refuse('OperationDenied.NoApproverMobileCheckPermission')
      const flow = flowFor(id, 'ResourceNotFound.Flow')
      const one = approverNamed(flow, { name: Name, mobile: Mobile, company: OrganizationName })
      if (one?.status !== TURN.now) refuse('InvalidParameter', `合同[${id}]不包含链接中的参与方信息`)
      textAbout(world, flow, one!, 'sign')
      return {
        SignUrl: `${base()}/sign/${one!.signId}`,
        ExpiredTime: seconds() + 7 * 24 * HOUR,
        MiniAppPath: `pages/guide/index?shortKey=${one!.signId}`,
      }
    },

    CreateFlowSignUrl({ FlowId, FlowApproverInfos: [who], JumpUrl }) {
      const flow = flowFor(FlowId, 'ResourceNotFound.Flow')
      const { ApproverName: name, ApproverMobile: mobile, OrganizationName: company } = who
      const one =
        approverNamed(flow, { name, mobile, company }) ?? refuse('ResourceNotFound', '无法找到参与人')
      refuseEnded(flow, 'OperationDenied.FlowHasTerminated')
      one.hasLink = true
      const SignUrl = `${base()}/sign/${one.signId}?jump=${encodeURIComponent(JumpUrl)}`
      return { FlowApproverUrlInfos: [{ ...who, SignUrl, LongUrl: SignUrl }] }
    },

    ModifyFlowDeadline({ FlowId, Deadline }) {
      const flow = flowFor(FlowId, 'ResourceNotFound.Flow')
      refuseEnded(flow, 'OperationDenied.FlowHasTerminated')
      if (Deadline <= flow.deadline) refuse('InvalidParameter.FlowDeadLine')
      flow.deadline = Deadline
      return {}
    },

    CancelFlow({ FlowId, CancelMessage }) {
      const flow = flowFor(FlowId, 'ResourceNotFound.Flow')
      refuseEnded(flow, 'OperationDenied.FlowCancelForbid')
      if (flow.approvers.every(({ status }) => status !== TURN.signed)) world.quota++
      end(flow, STATUS.revoked, TURN.revoked, CancelMessage)
      announce(flow, 'cancel')
      return {}
    },

    DescribeFileUrls({ BusinessIds: [id] }) {
      const flow = flowFor(id, 'ResourceNotFound')
      const Url = world.downloadUrl ?? `${base()}/file/FLOW/${flow.id}/0/0.PDF?hkey=c80b3f13`
      return { FileUrls: [{ Url, Option: '["595.00,841.00","-1"]' }], TotalCount: 1 }
    },

    CreateFlowEvidenceReport({ FlowId }) {
      const flow = flowFor(FlowId, 'ResourceNotFound.Flow')
      if (flow.status !== STATUS.done) refuse('OperationDenied.FlowStatusForbid')
      const id = newFlowId('E')
      world.reports.set(id, { flowId: flow.id, queries: 2 })
      return { ReportId: id, Status: 'EvidenceStatusExecuting', ReportUrl: '' }
    },

    DescribeFlowEvidenceReport({ ReportId }) {
      const report = world.reports.get(ReportId) ?? refuse('ResourceNotFound')
      if (report.queries-- > 0) return { Status: 'EvidenceStatusExecuting', ReportUrl: '' }
      const ReportUrl = `${base()}/file/FLOW/${report.flowId}/0/1.PDF?hkey=58cce665`
      return { Status: 'EvidenceStatusSuccess', ReportUrl }
    },

    CreateOrganizationAuthUrl(request) {
      const { UniformSocialCreditCode: code, OrganizationName: name, UserData: userData } = request
      const returnUrl = request.JumpEvents[0].JumpUrl
      const company = { name, status: 0, audit: 0, reason: '', deleted: false, userData, returnUrl } as const
      world.companies.set(code, { ...company })
      return {
        AuthUrl: `${base()}/console/company-register?code=${code}`,
        ExpiredTime: seconds(),
      }
    },

    DescribeOrganizationAuthStatus({ UniformSocialCreditCode: code }) {
      const company = world.companies.get(code)
      if (company?.deleted) refuse('FailedOperation.AuthorizationInfoHasBeenDeleted')
      const { status = 0, audit = 0, reason = '' } = company ?? {}
      const records = company && status !== 0 ? [{ AuthType: 1, AuditStatus: audit, Reason: reason }] : []
      return {
        IsVerified: status === 2,
        AuthStatus: status,
        AuthRecords: records,
        ...(status === 2 && { OrganizationId: `yDorg${code}` }),
      }
    },
  }
}

/** Sends an approver a text message with a link. */
export function textAbout(world: World, flow: Flow, one: Flow['approvers'][number], about: 'sign' | 'turn') {
  one.hasLink = true
  world.texts.push({ to: one.request.ApproverMobile, about, flowId: flow.id })
}

const isSeal = ({ ComponentType }: { ComponentType: string }) => ComponentType !== 'SIGN_SIGNATURE'

function refuse(code: string, message?: string): never {
  throw new Refusal(code, message)
}
