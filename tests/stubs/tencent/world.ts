import type { Flow, Text } from './flows.ts'

/** What the service knows. */
export interface World {
  files: Map<string, { bytes: Uint8Array; until: number }>
  flows: Map<string, Flow>
  /** Contracts of which a report was ordered, and how often its state must still be queried. */
  reports: Map<string, { flowId: string; queries: number }>
  companies: Map<string, Company>
  texts: Text[]
  /** How many contracts are left. */
  quota: number
  /** Whether people may be reached by their phone number alone; a switch in the console. */
  mobileCheck: boolean
  /** The code with which the next call is refused. */
  refusal: string | null
  /** Fields that replace those of the next answer. */
  distortion: object | null
  /** Where files are, instead of here. */
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
  /** The address to which the browser returns after the certification. */
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
