import { turnsOf } from './turn-order.ts'

/** What an e-sign service can do, as far as the choice of the service depends on it. */
export interface ServiceLimits {
  /** Which contacts suffice alone. */
  contacts: { email: boolean; phone: boolean }
  /**
   * all: everyone at the same time or one after another; mixed: any groups; none: one after another only.
   */
  parallel: 'all' | 'mixed' | 'none'
  /** People who agree without signing. */
  approvers: boolean
  /** The most people in one signing. */
  maximumSignatories: number
  seals: boolean
  crossPageSeals: boolean
  /** Signatures that are in the file before stay valid. */
  keepsSignatures: boolean
}

interface Person {
  party: string
  role?: 'signer' | 'approver' | 'copy'
  together?: boolean
  email: string
  phone?: string
  /** We check their real name before they sign. */
  realName?: string
}

interface Stage {
  /** The people who sign at the service one after another, in the order of the list. */
  people: Person[]
  /** The seals of their parties. */
  seals: { crossPage: boolean }[]
  /** Another person signs before, or the file is signed already. */
  isSigned: boolean
}

export type ServiceObjection =
  | 'contactEmail'
  | 'contactPhone'
  | 'parallel'
  | 'approvers'
  | 'many'
  | 'seals'
  | 'crossPageSeals'
  | 'signed'
  | 'realName'

/** Why a service cannot let these people sign; null when it can. */
export function objectionTo(limits: ServiceLimits, stage: Stage): ServiceObjection | null {
  const { people, seals, isSigned } = stage
  if (isSigned && !limits.keepsSignatures) return 'signed'
  // The service identifies its people itself.
  if (people.some(({ realName }) => realName)) return 'realName'
  if (people.length > limits.maximumSignatories) return 'many'
  if (!limits.approvers && people.some(({ role }) => role === 'approver')) return 'approvers'
  for (const { email, phone } of people) {
    const reached = (limits.contacts.email && email) || (limits.contacts.phone && phone)
    if (!reached) return limits.contacts.email ? 'contactEmail' : 'contactPhone'
  }
  if (!canTakeTurns(limits, people)) return 'parallel'
  if (!limits.seals && seals.length > 0) return 'seals'
  if (!limits.crossPageSeals && seals.some(({ crossPage }) => crossPage)) return 'crossPageSeals'
  return null
}

function canTakeTurns({ parallel }: ServiceLimits, people: Person[]): boolean {
  const turns = new Set(turnsOf(people)).size
  if (parallel === 'mixed' || turns === people.length) return true
  return parallel === 'all' && turns === 1
}
