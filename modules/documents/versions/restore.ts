import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { actorOf, logAction } from '../audit-log.ts'
import { findToEdit } from '../document.ts'
import { writeAnswers } from '../save.ts'
import { findVersion } from './find-version.ts'

/**
 * Restores the content and template of an earlier version as a new version of the draft; the present content
 * remains in the history. `since` is the save that the requester has seen. Throws NOT_FOUND,
 * DOCUMENT_STATUS_WRONG when it is not a draft, TRANSLATION_IN_PROGRESS, DOCUMENT_LAPSED, and
 * DOCUMENT_CONFLICT when it was saved meanwhile.
 */
export async function restoreVersion(
  db: Db,
  viewer: Viewer,
  { id, number, since }: { id: string; number: string; since: number },
) {
  await db.transaction().execute(async (trx) => {
    const document = await findToEdit(trx, viewer, id)
    const earlierVersion = await findVersion(trx, document, number)
    if (document.status !== 'draft') throw new AppError('DOCUMENT_STATUS_WRONG')
    if (document.translating) throw new AppError('TRANSLATION_IN_PROGRESS')
    if (document.version !== since || earlierVersion.isCurrent) throw new AppError('DOCUMENT_CONFLICT')
    const { answers, former } = earlierVersion
    const change = { version: since, answers, cause: 'restore', ...(former && { template: former }) } as const
    if (!(await writeAnswers(trx, viewer, document, change))) throw new AppError('DOCUMENT_CONFLICT')
    await logAction(trx, id, actorOf(viewer, document.creator_id), 'restore-version', {
      version: earlierVersion.number,
    })
  })
}
