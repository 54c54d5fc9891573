import type { Db } from '#src/app/database.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { completeUpload } from './completion.ts'
import { receive } from './incoming.ts'
import { beginUpload } from './upload.ts'

/** Imports a PDF that is at hand, as an upload does, and returns the document's id. Throws what that throws. */
export async function importPdf(
  db: Db,
  viewer: Viewer,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
): Promise<string> {
  const { id } = await beginUpload(db, viewer, { fileName, size: bytes.length })
  await receive(id, piecesOf(bytes), 0, bytes.length)
  return completeUpload(db, viewer, id)
}

async function* piecesOf(bytes: Uint8Array) {
  yield bytes
}
