import { now } from '#src/core/clock.ts'
import type { FlowRequest, Request } from './requests.ts'

export const STATUS = { open: 1, partly: 2, declined: 3, done: 4, expired: 5, revoked: 6 } as const
export const TURN = { later: 1, now: 2, signed: 3, declined: 4, expired: 5, revoked: 6 } as const

export interface Approver {
  request: FlowRequest['Approvers'][number]
  signId: string
  recipientId: string
  status: number
  message: string
  /** The time of the signature in seconds; 0 before it. */
  time: number
  /** Whether the person got a link. Without one they can only read. */
  hasLink: boolean
}

export interface Flow {
  id: string
  request: FlowRequest
  status: number
  message: string
  deadline: number
  approvers: Approver[]
  file: Uint8Array
  createdOn: number
}

/** A text message of the service. */
export interface Text {
  to: string
  about: 'sign' | 'turn' | 'copy'
  flowId: string
}

export const seconds = () => Math.floor(now().getTime() / 1000)

let count = 0

/** An id in the service's format: 32 letters and digits. */
export const newFlowId = (kind: string) => `yDw${kind}${`${++count}`.padStart(28, '0')}`

export function newFlow(request: FlowRequest, file: Uint8Array): Flow {
  const approvers = request.Approvers.map((one, position) => ({
    request: one,
    signId: newFlowId('S'),
    recipientId: newFlowId('R'),
    status: request.Unordered || position === 0 ? TURN.now : TURN.later,
    message: '',
    time: 0,
    hasLink: false,
  }))
  const id = newFlowId('F')
  return {
    id,
    request,
    status: STATUS.open,
    message: '',
    deadline: request.Deadline,
    approvers,
    file,
    createdOn: seconds(),
  }
}

export const isOpen = ({ status }: Flow) => status === STATUS.open || status === STATUS.partly

/** Lets a contract expire after its deadline. Returns whether it did. */
export function settle(flow: Flow): boolean {
  if (!isOpen(flow) || flow.deadline > seconds()) return false
  end(flow, STATUS.expired, TURN.expired)
  return true
}

export function end(flow: Flow, status: number, turn: number, message = '') {
  Object.assign(flow, { status, message })
  for (const one of flow.approvers)
    if (one.status === TURN.now || one.status === TURN.later) one.status = turn
}

/** The signatory with this name, mobile number and company. */
export function approverNamed(
  { approvers }: Flow,
  who: { name: string; mobile: string; company?: string | undefined },
): Approver | undefined {
  return approvers.find(
    ({ request }) =>
      request.ApproverName === who.name &&
      request.ApproverMobile === who.mobile &&
      request.OrganizationName === who.company,
  )
}

/** The contract as the service describes it, with its signatories in another order than ours. */
export function descriptionOf(flow: Flow) {
  return {
    FlowId: flow.id,
    FlowName: flow.request.FlowName,
    FlowType: '',
    FlowStatus: flow.status,
    FlowMessage: flow.message,
    FlowDescription: flow.request.FlowDescription,
    CreatedOn: flow.createdOn,
    Creator: 'yDRCLUUgygq2xun5UuO4zjEwg0vjoimj',
    CcInfos: [],
    FlowApproverInfos: flow.approvers
      .map((one, position) => ({
        ApproveMessage: one.message,
        ApproveName: one.request.ApproverName,
        ApproveStatus: one.status,
        ApproveTime: one.time,
        ApproveType: one.request.ApproverType ? 'PERSON' : 'ORGANIZATION',
        ApproverRoleName: one.request.ApproverRoleName,
        Mobile: one.request.ApproverMobile,
        OrganizationName: one.request.OrganizationName ?? '',
        RecipientId: one.recipientId,
        SignId: one.signId,
        SignOrder: flow.request.Unordered ? 0 : position,
      }))
      .reverse(),
  }
}

/** Whether a person signs twice in the same role. */
export const hasTwins = ({ Approvers }: Request<'CreateFlowByFiles'>) =>
  new Set(Approvers.map((one) => [one.ApproverName, one.ApproverMobile, one.OrganizationName].join('\n')))
    .size < Approvers.length
