import { importPdf, withUploadLock } from '#modules/imports/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { openFile } from './attachments.ts'
import { findChangeable } from './consultation.ts'

/**
 * Turns a delivered PDF into an imported document of the viewer, which can be sent for signing, and returns
 * its id; a repeated call returns the same document. Throws NOT_FOUND, CONSULTATION_STATUS_WRONG during a
 * concurrent call, and the errors of an import.
 */
export async function importDelivered(db: Db, viewer: Viewer, id: string, number: number): Promise<string> {
  const importOnce = async () => {
    const { documentId, name } = await findDelivered(db, viewer, id, number)
    if (documentId) return documentId
    const { bytes } = await openFile(db, id, number)
    const importedId = await importPdf(db, viewer, { fileName: name.replace(/\.pdf$/, ''), bytes })
    await db
      .updateTable('consultations.file')
      .set({ document_id: importedId })
      .where('consultation_id', '=', id)
      .where('number', '=', number)
      .execute()
    return importedId
  }
  await findDelivered(db, viewer, id, number)
  return withUploadLock(`consultation ${id} ${number}`, importOnce).catch((error) => {
    if (!(error instanceof AppError && error.code === 'UPLOAD_INCOMPLETE')) throw error
    throw new AppError('CONSULTATION_STATUS_WRONG')
  })
}

async function findDelivered(db: Db, viewer: Viewer, id: string, number: number) {
  const { files } = await findChangeable(db, viewer, id)
  return (
    files.find((one) => one.number === number && one.side === 'staff' && one.type === 'pdf') ?? notFound()
  )
}
