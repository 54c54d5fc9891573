import '../events.ts'
import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { actorOf, logAction } from '#modules/documents/index.ts'
import { dayAhead, endOfDay, isDay } from '#src/core/day.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { momentText } from '#views/values/moment.tsx'
import { providerOf } from '../providers/registry.ts'
import { MAX_DAYS } from '../setting.ts'
import { findStage } from '../stages.ts'
import { findSigning } from './progress.ts'

export const DeadlineForm = v.object({
  until: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.check((day) => day === '' || isDay(day), 'common.problem.format'),
    v.check((day) => !isDay(day) || day <= dayAhead(MAX_DAYS), 'signing.extend.tooFar'),
    v.transform(endOfDay),
  ),
})

/** The running signing of a document. Throws NOT_FOUND, ACCESS_DENIED, SIGNING_STATUS_WRONG. */
export async function findRunning(db: Db, viewer: Viewer, documentId: string) {
  const signing = await findSigning(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  if (signing.signing.state !== 'started') throw new AppError('SIGNING_STATUS_WRONG')
  return signing
}

/** Moves the deadline to a later time. Throws as `findRunning` does, and INVALID_FIELD. */
export async function extendDeadline(db: Db, viewer: Viewer, documentId: string, until: Date) {
  const { document, signing, signatories } = await findRunning(db, viewer, documentId)
  if (until <= signing.expires_at)
    throw new AppError('INVALID_FIELD', { field: 'until' }, 'signing.extend.earlier')
  await db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('signing.signing')
      .set({ expires_at: until })
      .where('id', '=', signing.id)
      .where('state', '=', 'started')
      .where('expires_at', '<', until)
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) throw new AppError('SIGNING_STATUS_WRONG')
    const details = { to: momentText(until) }
    await logAction(trx, document.id, actorOf(viewer, document.creator_id), 'extend-deadline', details)
    const stage = await findStage(trx, signing.id)
    await (stage && providerOf(stage).extend?.(trx, signing.id))
    await emit(trx, 'signing-extended', { signatoryIds: signatories.map(({ id }) => id), until })
  })
}
