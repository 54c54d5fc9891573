import type { ColumnType } from 'kysely'
import type { SealDesign } from './design/texts.ts'

/** company: 公章; contract: 合同专用章; legal: of the legal representative, 法定代表人章. */
export const KINDS = ['company', 'contract', 'legal'] as const
export type SealKind = (typeof KINDS)[number]

/** How a picture of a seal looks: drawn by us from its texts, or uploaded, with its size in millimetres. */
export type SealLook =
  | { way: 'drawn'; design: SealDesign }
  | { way: 'uploaded'; width: number; height: number }

export interface SealTable {
  id: string
  team_id: string
  kind: SealKind
  /** The name by which people choose it. */
  label: string
  look: ColumnType<SealLook, string, never>
  /** The PNG of an uploaded one. */
  picture: Buffer | null
  /** SHA-256 of look and picture: a team has each only once. */
  fingerprint: string
  created_by: string
  created_at: Date
  /** Since then it cannot be chosen any more. */
  retired_at: Date | null
}

/** sent: somebody sent a document on which it is to be set; applied: it was set when its signatory signed. */
export type UseAction = 'sent' | 'applied'

export interface UseTable {
  id: string
  seal_id: string
  action: UseAction
  document_id: string
  document_name: string
  document_number: string
  /** The name of the sender or signatory. */
  person: string
  at: Date
}

export interface SealsTables {
  'seals.seal': SealTable
  'seals.use': UseTable
}

declare module '#src/db/db.ts' {
  interface Database extends SealsTables {}
}
