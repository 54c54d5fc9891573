import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { completeUpload } from './completion.ts'
import { receive } from './incoming.ts'
import { beginUpload, dropUpload } from './upload.ts'

/**
 * Imports a PDF that is in memory as if it had been uploaded, and returns the document's id. Throws the
 * errors of `completeUpload`.
 */
export async function importPdf(
  db: Db,
  viewer: Viewer,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
): Promise<string> {
  const { id } = await beginUpload(db, viewer, { fileName, size: bytes.length })
  try {
    await receive(id, piecesOf(bytes), 0, bytes.length)
    return await completeUpload(db, viewer, id)
  } catch (error) {
    await dropUpload(db, { id })
    throw error
  }
}

async function* piecesOf(bytes: Uint8Array) {
  yield bytes
}
