import type { PackageCode } from '#src/core/viewer.ts'

export type PackageName =
  | 'free'
  | 'single_1'
  | 'single_2'
  | 'basic'
  | 'professional'
  | 'enterprise'
  | 'customised'

/** What a package holds: null where it is agreed by contact. Documents and e-signings count by the month. */
export interface PackageTable {
  code: PackageName
  plan: PackageCode
  /** A higher one is an upgrade. */
  rank: number
  seats: number | null
  documents_1: number | null
  documents_2: number | null
  esigns: number | null
  /** bytes */
  storage: number | null
  /** fen, tax included */
  price_monthly: number | null
  price_yearly: number | null
  price_agreement: number | null
}

export const USAGE_KINDS = ['document_1', 'document_2', 'esign'] as const
export type UsageKind = (typeof USAGE_KINDS)[number]

/** Append-only. A positive quantity is a grant that expires, a negative one a spend from one grant. */
export interface UsageEntryTable {
  id: string
  team_id: string
  kind: UsageKind
  quantity: number
  /** Whatever is asked for twice with the same key is done once. */
  key: string
  grant_id: string | null
  /** What the grant still held after this spend. */
  left_after: number | null
  spent_by: string | null
  document_id: string | null
  expires_at: Date | null
  created_at: Date
}

export interface OrdersTables {
  'orders.package': PackageTable
  'orders.usage_entry': UsageEntryTable
}
