import { createHash } from 'node:crypto'
import type { Db } from '#src/db/db.ts'
import { listAuthorities } from '../providers/builtin/authority/own-key.ts'
import { latestCheckpoint } from '../transparency/latest-checkpoint.ts'

/** The data that we publish, so that others can check documents without us. */
export interface PublishedData {
  /** SHA-256 of our root certificate, in pairs of hexadecimal digits; null before the first signing. */
  fingerprint: string | null
  /** Whether the transparency log has a checkpoint. */
  hasLog: boolean
}

export async function findPublished(db: Db): Promise<PublishedData> {
  const [authorities, checkpoint] = await Promise.all([listAuthorities(db), latestCheckpoint(db)])
  const root = authorities.find(({ kind, retired_at }) => kind === 'root' && retired_at === null)
  const hex = root && createHash('sha256').update(root.certificate).digest('hex').toUpperCase()
  return { fingerprint: hex?.match(/../g)?.join(':') ?? null, hasLog: checkpoint !== undefined }
}
