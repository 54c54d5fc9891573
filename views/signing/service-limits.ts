import { turnsOf } from './turn-order.ts'

/** The capabilities of an e-sign service, as far as the choice of a service depends on them. */
export interface ServiceLimits {
  /** Which contacts are enough on their own. */
  contacts: { email: boolean; phone: boolean }
  /**
   * all: everyone at the same time or one after another; mixed: any groups; none: only one after another.
   */
  parallel: 'all' | 'mixed' | 'none'
  /** Whether people can agree without signing. */
  approvers: boolean
  /** The maximum number of people in one signing. */
  maximumSignatories: number
  seals: boolean
  crossPageSeals: boolean
  /** Whether signatures that are already in the file stay valid. */
  keepsSignatures: boolean
}

interface Person {
  party: string
  role?: 'signer' | 'approver' | 'copy'
  together?: boolean
  email: string
  phone?: string
  /** The check of their real name that we make before they sign. */
  realName?: string
}

interface Stage {
  /** The people who sign at the service one after another, in the order of the list. */
  people: Person[]
  /** The seals of their parties. */
  seals: { crossPage: boolean }[]
  /** Whether another person signs before, or the file is already signed. */
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

/** Why these people cannot sign by a service; null if they can. */
export function objectionTo(limits: ServiceLimits, stage: Stage): ServiceObjection | null {
  const { people, seals, isSigned } = stage
  if (isSigned && !limits.keepsSignatures) return 'signed'
  // Real names are not checked by us if the service identifies its people itself.
  if (people.some(({ realName }) => realName)) return 'realName'
  if (people.length > limits.maximumSignatories) return 'many'
  if (!limits.approvers && people.some(({ role }) => role === 'approver')) return 'approvers'
  for (const { email, phone } of people) {
    const isReachable = (limits.contacts.email && email) || (limits.contacts.phone && phone)
    if (!isReachable) return limits.contacts.email ? 'contactEmail' : 'contactPhone'
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
