import type { ColumnType, GeneratedAlways } from 'kysely'

/** The meaning of one entry of the public log; without this row the entry means nothing to anyone. */
export interface LogLeafTable {
  id: GeneratedAlways<number>
  document_id: string
  /** The hash of a row of the action log, or of a signed file, in hex. */
  sha256: string
  /** 32 random bytes. */
  salt: Buffer
  /** The position in the log, from 0; null until the next checkpoint. */
  position: ColumnType<number | null, never, number>
}

/**
 * An entry of the public log: SHA-256 over salt and hash. Append-only, like all tables below except that of
 * the keys.
 */
export interface LogEntryTable {
  position: number
  entry: Buffer
}

/** The Merkle tree in tiles: hashes of entries at level 0, above them the roots of complete tiles. */
export interface LogHashTable {
  level: number
  position: number
  hash: Buffer
}

/** A key that signs checkpoints (Ed25519). */
export interface LogKeyTable {
  id: GeneratedAlways<number>
  /** The name of the log, which is also the name of the key. */
  origin: string
  /** 32 bytes. */
  public_key: Buffer
  /** PKCS#8, encrypted with AES-256-GCM under SECRET_KEY. */
  sealed_key: Buffer
  created_at: Date
  retired_at: Date | null
}

export interface LogCheckpointTable {
  /** Number of entries. */
  size: number
  root: Buffer
  /** The signed note (C2SP tlog-checkpoint). */
  note: string
  /** The time-stamp over the note (RFC 3161), as DER; null without a service. */
  token: Buffer | null
  key_id: number
  created_at: Date
}

export interface TransparencyTables {
  'signing.log_leaf': LogLeafTable
  'signing.log_entry': LogEntryTable
  'signing.log_hash': LogHashTable
  'signing.log_key': LogKeyTable
  'signing.log_checkpoint': LogCheckpointTable
}
