import type { Db } from '#src/db/db.ts'
import { registerSidePanel, sidePanelData } from './side-panel.ts'
import { MyDocsHead } from './views/my-docs-head.tsx'
import { SidePanel } from './views/side-panel.tsx'

/** For modules that use documents whose text is final. */
export const finalDocuments = {
  /** Registers another module's panel for the pages of documents with a final text. */
  registerSidePanel,
  sidePanelData,
  SidePanel,
  /** The head of a list of My Documents. */
  MyDocsHead,

  /** The text of a document, locked until the transaction ends; undefined when it is deleted. */
  lockText: (trx: Db, id: string) =>
    trx
      .selectFrom('documents.document')
      .select(['id', 'team_id', 'name', 'number', 'kind', 'status', 'template', 'answers'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),

  /** All documents that are not deleted, for jobs to join. */
  notDeleted: (db: Db) =>
    db.selectFrom('documents.document').select(['id', 'name', 'creator_id']).where('deleted_at', 'is', null),
}
