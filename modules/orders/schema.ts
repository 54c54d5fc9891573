import type { Currency, Money } from '#src/core/money.ts'
import type { PackageCode } from '#src/core/viewer.ts'

/** A document of type I or II or an e-signing by itself, bought once. */
export const SINGLES = ['single_1', 'single_2', 'single_esign'] as const
export type Single = (typeof SINGLES)[number]

/** From the least to the most. */
export const MONTHLY = ['basic', 'professional', 'enterprise'] as const
export type Monthly = (typeof MONTHLY)[number]

export type PackageName = 'free' | Single | Monthly | 'customised'

/** How a package is paid: a month ahead, a year ahead, or a year ahead with an agreement for that year. */
export const PERIODS = ['monthly', 'yearly', 'agreement'] as const
export type Period = (typeof PERIODS)[number]

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
  chat_support: boolean
  technical_support: 'email' | 'phone' | 'personal'
  automated_user: boolean
  single_esign: boolean
  upload: boolean
}

/** Append-only: a new price is a new row. */
export interface PriceTable {
  id: string
  package: PackageName
  period: 'once' | Period
  currency: Currency
  /** Tax included. */
  amount: Money
  from_at: Date
  set_by: string | null
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
  'orders.price': PriceTable
  'orders.usage_entry': UsageEntryTable
}
