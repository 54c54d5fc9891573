import { visibleDocuments } from '#modules/documents/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

const MAX_MODELS = 30

/** The viewer's latest documents from a template, without those made by a batch: each may be the model. */
export const modelsFor = (db: Db, viewer: Viewer, code: string) =>
  visibleDocuments(db, viewer)
    .select(['document.id', 'name', 'number'])
    .where('template_code', '=', code)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('batches.row').select('number').whereRef('batches.row.document_id', '=', 'document.id'),
        ),
      ),
    )
    .orderBy('updated_at', 'desc')
    .limit(MAX_MODELS)
    .execute()
