import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { FileKind } from '../schema.ts'
import { requireQuota } from '../storage-quota.ts'
import { freeName, nextNumber } from './create.ts'
import { calledText } from './entered-text.ts'

interface ImportedDocument {
  id: string
  name: string
  /** Files that are already in the store, with their keys, SHA-256 in hex, sizes in bytes and pages. */
  files: { kind: FileKind; key: string; sha256: string; size: number; pages: number }[]
}

const NO_TEXT = { template_code: null, template: null, answers: null }

/**
 * Inserts a document that is an imported PDF and returns its number. Throws UPLOAD_NOT_IN_PLAN or
 * CLOUD_STORAGE_FULL.
 */
export async function createImported(trx: Db, viewer: Viewer, document: ImportedDocument): Promise<string> {
  const { id, files } = document
  // Locks the team's counter, so that of two concurrent imports the second sees the first's use of the quota.
  const number = await nextNumber(trx, viewer.teamId)
  await requireQuota(
    trx,
    viewer,
    files.reduce((sum, { size }) => sum + size, 0),
  )
  const createdAt = now()
  const name = await freeName(trx, viewer.teamId, document.name)
  await trx
    .insertInto('documents.document')
    .values({
      id,
      team_id: viewer.teamId,
      creator_id: viewer.id,
      saved_by: viewer.id,
      kind: 'imported',
      name,
      number,
      called: calledText({ name, number }),
      status: 'draft',
      created_at: createdAt,
      updated_at: createdAt,
      ...(NO_TEXT as unknown as { template_code: string; template: string; answers: string }),
    })
    .execute()
  const rows = files.map((file) => ({ ...file, document_id: id, places: '[]', created_at: createdAt }))
  await trx.insertInto('documents.file').values(rows).execute()
  return number
}
