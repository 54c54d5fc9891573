/**
 * Number of elements compared for an individual: name and ID number, then also the phone number, then also a
 * bank card.
 */
export type Elements = 'two' | 'three' | 'four'

interface Identity {
  name: string
  /** Number of a resident identity card. */
  idNumber: string
}

export type Individual =
  | (Identity & { elements: 'two' })
  /** Phone number in mainland China, as E.164. */
  | (Identity & { elements: 'three'; phone: string })
  /** Phone number that the bank has on record. */
  | (Identity & { elements: 'four'; phone: string; card: string })

export interface Enterprise {
  name: string
  creditCode: string
  legalRepresentative: string
  /** ID number of the legal representative; without it only three elements are compared. */
  idNumber?: string
}

/**
 * no-record: the official sources do not contain the person or enterprise; unavailable: nothing was
 * compared, and a later attempt may succeed.
 */
export type Outcome = 'match' | 'mismatch' | 'no-record' | 'unavailable'

export interface CheckResult {
  outcome: Outcome
  /** The service's reference number of the call; null when the service did not answer. */
  reference: string | null
}

export interface EnterpriseResult extends CheckResult {
  /** Whether the enterprise is in business according to the register; null if the register does not say. */
  isOperating: boolean | null
}

/** A service that compares information about people and enterprises with official sources. Never throws. */
export interface RealNameService {
  name: 'tencent' | 'demo'
  checkIndividual(individual: Individual): Promise<CheckResult>
  checkEnterprise(enterprise: Enterprise): Promise<EnterpriseResult>
}
