import type {
  ApproverInfo,
  CcInfo,
  CreateFlowByFilesRequest,
} from 'tencentcloud-sdk-nodejs/tencentcloud/services/ess/v20201111/ess_models.js'
import { SECOND } from '#src/core/clock.ts'
import type { RemoteOrder, RemoteSignatory } from '../remote/service.ts'
import { componentsOf, type PageSize } from './components.ts'
import { refused } from './errors.ts'
import { roleNameOf, userDataOf } from './ids.ts'

/** The signatories in their order, and the recipients of the signed file. */
export interface Recipients {
  signers: RemoteSignatory[]
  copies: RemoteSignatory[]
  /** Whether all sign at the same time. */
  unordered: boolean
}

/** Throws a ProviderError if the service cannot serve these recipients. */
export function recipientsOf({ signatories }: RemoteOrder): Recipients {
  if (signatories.some(({ role }) => role === 'approver'))
    throw refused('approver', 'Nobody can agree here without signing')
  const signers = signatories.filter(({ role }) => role === 'signer').sort((a, b) => a.order - b.order)
  const orders = new Set(signers.map(({ order }) => order)).size
  const unordered = orders === 1 && signers.length > 1
  if (signers.length === 0) throw refused('no-signer', 'Nobody signs')
  if (!unordered && orders < signers.length)
    throw refused('mixed-order', 'Either all sign at the same time, or each after another')
  return { signers, copies: signatories.filter(({ role }) => role === 'copy'), unordered }
}

/**
 * A contract that no one can sign yet: the first signatory gets no message, and the contract opens only by a
 * link. The service texts the others when their turn comes.
 */
export function flowRequestOf(
  order: RemoteOrder,
  { signers, copies, unordered }: Recipients,
  { fileId, pages, operator }: { fileId: string; pages: PageSize[]; operator: string },
): CreateFlowByFilesRequest {
  const isFirst = (position: number) => unordered || position === 0
  return {
    Operator: { UserId: operator },
    FlowName: flowNameOf(order.title),
    FileIds: [fileId],
    Approvers: signers.map((signer, position) => ({
      ...identityOf(signer),
      ApproverRoleName: roleNameOf(position),
      NotifyType: isFirst(position) ? 'NONE' : 'SMS',
      SignEndpoints: ['link'],
      // Prevents another person from signing instead of the named person.
      ApproverOption: { NoTransfer: true },
      NotSaveContact: true,
      SignComponents: componentsOf(signer, position, pages),
    })),
    CcInfos: copies.map(copyOf),
    CcNotifyType: AFTER_COMPLETION,
    FlowDescription: order.message.slice(0, 1000),
    Deadline: Math.floor(order.expiresAt.getTime() / SECOND),
    Unordered: unordered,
    UserData: userDataOf({ signing: order.signingId, signatories: signers.map(({ id }) => id) }),
  }
}

const AFTER_COMPLETION = 1
const [COMPANY, PERSON] = [0, 1]

/** How the service recognises a signatory of a contract. */
export type Identity = Pick<
  ApproverInfo,
  'ApproverType' | 'ApproverName' | 'ApproverMobile' | 'OrganizationName'
>

export function identityOf({ party, name, phone }: RemoteSignatory): Identity {
  const person = { ApproverName: name, ApproverMobile: mobileOf(phone) }
  if (party.as === 'individual') return { ApproverType: PERSON, ...person }
  if (!party.mainland) throw refused('foreign-company', 'Only companies of mainland China can sign')
  return { ApproverType: COMPANY, OrganizationName: organisationName(party.name), ...person }
}

/** Company names are registered with Chinese parentheses. */
export const organisationName = (name: string) => name.replaceAll('(', '（').replaceAll(')', '）')

/** A mainland mobile number, converted from E.164 to the service's format. */
export function mobileOf(phone: string | null): string {
  const [, mobile] = /^\+86(1[3-9]\d{9})$/.exec(phone ?? '') ?? []
  return mobile ?? raise(refused('mobile', 'The service needs a mobile number of mainland China'))
}

const copyOf = ({ name, phone }: RemoteSignatory): CcInfo => ({
  Name: name,
  Mobile: mobileOf(phone),
  CcType: 0,
  CcPermission: 1,
  NotifyType: 'sms',
})

/** A title with only the characters that the service allows, at most 200. */
export function flowNameOf(title: string): string {
  const allowedText = title
    .replace(/[^\p{Script=Han}A-Za-z0-9 ()[\]_\-,;.&+，。；：、？！（）【】《》“”‘’—…·]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return [...allowedText].slice(0, 200).join('') || '合同'
}

/** Why a contract is revoked, without the characters that the service refuses. */
export function cancelMessageOf(reason: string): string {
  const allowedText = reason.replace(/[^\p{L}\p{N}\p{P}\s]/gu, '').trim()
  return [...allowedText].slice(0, 200).join('') || '发起方撤销'
}

function raise(error: Error): never {
  throw error
}
