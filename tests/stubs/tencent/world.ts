import type { Flow, Text } from './flows.ts'

/** The state of the simulated service. */
export interface World {
  files: Map<string, { bytes: Uint8Array; until: number }>
  flows: Map<string, Flow>
  /** Ordered reports by contract, each with the number of queries until it is ready. */
  reports: Map<string, { flowId: string; queries: number }>
  companies: Map<string, Company>
  texts: Text[]
  /** The number of contracts left. */
  quota: number
  /** Whether the console allows signatories with a phone number only. */
  mobileCheck: boolean
  /** The code with which the next request is rejected. */
  refusal: string | null
  /** Fields that replace those of the next response. */
  distortion: object | null
  /** The address of files, if another server has them. */
  downloadUrl: string | null
}

export interface Company {
  name: string
  /** 0: not certified, 1: under way, 2: certified */
  status: 0 | 1 | 2
  /** 2: refused, 3: being checked */
  audit: number
  reason: string
  deleted: boolean
  userData: string
  /** The address to which the browser returns after the verification. */
  returnUrl: string
}

export const newWorld = (): World => ({
  files: new Map(),
  flows: new Map(),
  reports: new Map(),
  companies: new Map(),
  texts: [],
  quota: 1000,
  mobileCheck: true,
  refusal: null,
  distortion: null,
  downloadUrl: null,
})
