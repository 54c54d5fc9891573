import { fileDocuments, NO_CHANGE } from '#modules/documents/filing/file-documents.ts'
import { addLabel, listLabels } from '#modules/documents/filing/label.ts'
import { saveView } from '#modules/documents/filing/saved-view.ts'
import { readFilter } from '#modules/documents/list/filter.ts'
import { matchingIds } from '#modules/documents/list/list.ts'
import type { Db } from '#src/db/db.ts'
import { viewerOf } from './documents.ts'

const FOLDERS = ['供应商 Suppliers', '办公场地 Premises']
const TAGS = [
  { name: '清河 Qinghe', colour: 'blue' },
  { name: '年底到期 Ends this year', colour: 'yellow' },
] as const

/** The filing of the company's documents: the keyword to find them, and the target folder and tags. */
const FILINGS = [
  { keyword: '清河', folder: '供应商 Suppliers', tag: '清河 Qinghe' },
  { keyword: '租赁', folder: '办公场地 Premises', tag: '' },
  { keyword: '外包', folder: '供应商 Suppliers', tag: '年底到期 Ends this year' },
]

/** Creates folders, tags and a saved view, and files some documents. */
export async function fileDemoDocuments(db: Db) {
  const viewer = await viewerOf(db, 'demo_admin')
  for (const name of FOLDERS) await addLabel(db, viewer, 'folder', { name, colour: 'grey' })
  for (const tag of TAGS) await addLabel(db, viewer, 'tag', tag)
  const labels = await listLabels(db, viewer)
  const idOf = (name: string) => labels.find((label) => label.name === name)?.id ?? ''
  const filter = readFilter({})
  for (const { keyword, folder, tag } of FILINGS) {
    const ids = await matchingIds(db, viewer, readFilter({ keyword }), 20)
    const filing = { ...NO_CHANGE, folder: idOf(folder), added: tag ? [idOf(tag)] : [] }
    if (ids.length) await fileDocuments(db, viewer, { which: 'ticked', ids, filter }, filing)
  }
  await saveView(db, viewer, '签署中 Being signed', readFilter({ status: 'signing' }))
}
