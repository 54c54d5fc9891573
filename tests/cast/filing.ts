import { fileDocuments, NO_CHANGE } from '#modules/documents/filing/file-documents.ts'
import { addLabel, listLabels } from '#modules/documents/filing/label.ts'
import { listViews, saveView } from '#modules/documents/filing/saved-view.ts'
import { readFilter } from '#modules/documents/list/filter.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** Creates a folder, a tag on a document in it, a saved view, and a label that no document has. */
export async function filedDocuments(db: Db, viewer: Viewer, documentId: string) {
  await addLabel(db, viewer, 'folder', { name: 'Suppliers', colour: 'grey' })
  await addLabel(db, viewer, 'folder', { name: 'Former suppliers', colour: 'grey' })
  await addLabel(db, viewer, 'tag', { name: 'Renew', colour: 'green' })
  const labels = await listLabels(db, viewer)
  const idOf = (name: string) => labels.find((label) => label.name === name)!.id
  const filter = readFilter({})
  const filing = { ...NO_CHANGE, folder: idOf('Suppliers'), added: [idOf('Renew')] }
  await fileDocuments(db, viewer, { which: 'ticked', ids: [documentId], filter }, filing)
  await saveView(db, viewer, 'To be renewed', readFilter({ tag: idOf('Renew') }))
  const views = await listViews(db, viewer)
  return { labelId: idOf('Former suppliers'), viewId: views[0]!.id }
}
