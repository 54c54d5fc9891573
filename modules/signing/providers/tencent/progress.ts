import * as v from 'valibot'
import { SECOND } from '#src/core/clock.ts'
import type { RemoteProgress, RemoteState } from '../remote/service.ts'
import type { Call } from './calls.ts'
import { unexpected } from './errors.ts'
import { type FlowIds, roleNameOf } from './ids.ts'

const text = v.optional(v.nullable(v.string()), '')

const Approver = v.object({
  ApproveName: v.string(),
  Mobile: v.string(),
  OrganizationName: text,
  ApproverRoleName: text,
  ApproveStatus: v.number(),
  ApproveMessage: text,
  ApproveTime: v.optional(v.nullable(v.number()), 0),
})

const Flow = v.object({
  FlowId: v.string(),
  FlowStatus: v.number(),
  FlowMessage: text,
  FlowApproverInfos: v.array(Approver),
})

const Answer = v.object({ FlowDetailInfos: v.array(Flow) })

export type Flow = v.InferOutput<typeof Flow>
type Approver = v.InferOutput<typeof Approver>
type SignatoryState = RemoteProgress['signatories'][number]['state']

const FLOW_STATES: Record<number, RemoteState> = {
  0: 'draft',
  1: 'started',
  2: 'started',
  3: 'declined',
  4: 'completed',
  5: 'expired',
  6: 'revoked',
  7: 'draft',
  8: 'started',
  9: 'started',
  10: 'declined',
  // The service ended the contract, for example because a signatory changed their name.
  16: 'revoked',
  // All signed, and later released each other from the contract by another contract.
  21: 'completed',
}

const SIGNATORY_STATES: Record<number, SignatoryState> = {
  0: 'waiting',
  1: 'waiting',
  2: 'invited',
  3: 'signed',
  4: 'declined',
  // Expired, revoked or ended: these people have not signed, and the contract no longer waits for them.
  5: 'waiting',
  6: 'waiting',
  7: 'waiting',
  8: 'invited',
  9: 'waiting',
  10: 'invited',
  15: 'signed',
  19: 'invited',
}

export async function findFlow(call: Call, operator: string, flowId: string): Promise<Flow> {
  const request = { Operator: { UserId: operator }, FlowIds: [flowId] }
  const { FlowDetailInfos } = await call('DescribeFlowInfo', request, Answer)
  const flow = FlowDetailInfos.find((one) => one.FlowId === flowId)
  if (!flow) throw unexpected(`DescribeFlowInfo: another contract than ${flowId}`)
  return flow
}

export function stateOf({ FlowStatus }: Flow): RemoteState {
  const state = FLOW_STATES[FlowStatus]
  if (!state) throw unexpected(`unknown state ${FlowStatus} of a contract`)
  return state
}

export function signatoryStateOf({ ApproveStatus }: Approver): SignatoryState {
  const state = SIGNATORY_STATES[ApproveStatus]
  if (!state) throw unexpected(`unknown state ${ApproveStatus} of a signatory`)
  return state
}

export function progressOf(flow: Flow, { signatories }: FlowIds): RemoteProgress {
  return {
    state: stateOf(flow),
    signatories: signatories.map((id, position) => {
      const approver = approverAt(flow, position)
      const state = signatoryStateOf(approver)
      const hasActed = state === 'signed' || state === 'declined'
      return {
        id,
        state,
        // The service does not report whether its text messages arrive.
        undelivered: false,
        level: state === 'signed' ? 'real-name' : null,
        at: hasActed && approver.ApproveTime ? new Date(approver.ApproveTime * SECOND) : null,
        reason: state === 'declined' ? approver.ApproveMessage || flow.FlowMessage || null : null,
      }
    }),
  }
}

/** Finds a person by role name, because the service returns people in no defined order. */
function approverAt(flow: Flow, position: number): Approver {
  const role = roleNameOf(position)
  const approvers = flow.FlowApproverInfos.filter(({ ApproverRoleName }) => ApproverRoleName === role)
  if (approvers.length !== 1) throw unexpected(`${approvers.length} signatories as ${role}`)
  return approvers[0]!
}
