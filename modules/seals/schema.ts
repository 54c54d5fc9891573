import type { ColumnType } from 'kysely'
import type { SealDesign } from './design/texts.ts'

/** company: 公章; contract: 合同专用章; legal: 法定代表人章, the seal of the legal representative. */
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
  /** The name under which people choose the seal. */
  label: string
  look: ColumnType<SealLook, string, never>
  /** The PNG of an uploaded picture; null for a drawn seal. */
  picture: Buffer | null
  /** SHA-256 of look and picture, so that a team cannot add the same seal twice. */
  fingerprint: string
  created_by: string
  created_at: Date
  /** When the seal was withdrawn from use; null while it can be chosen. */
  retired_at: Date | null
}

/**
 * sent: a document was sent for signing with this seal; applied: the signatory signed and the seal was set.
 */
export type UseAction = 'sent' | 'applied'

export interface UseTable {
  id: string
  seal_id: string
  action: UseAction
  document_id: string
  document_name: string
  document_number: string
  /** Name of the sender or signatory. */
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
