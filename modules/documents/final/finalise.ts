import { acknowledgedPoints } from '#assembly/agreement/points.ts'
import { assemble } from '#assembly/assemble.ts'
import { characterName } from '#assembly/characters/printable.ts'
import {
  confirmationField,
  confirmedWords,
  maxReasonLength,
  mustConfirm,
  needsReason,
  unsettledIn,
} from '#assembly/confirmation/confirmation.ts'
import type { DocumentTree, OpenPoint } from '#assembly/tree.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import { unprintable } from '#modules/printing/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { actorOf, logAction } from '../audit-log.ts'
import { type Document, findDocument } from '../document.ts'
import { refuseLapsed } from '../drafts/validity.ts'
import { moveTo } from '../status.ts'
import { storePairs } from '../translation/memory.ts'
import { finalFiles } from './final-files.ts'

/**
 * Finalises a draft, after which it cannot be edited. Throws DOCUMENT_LAPSED, REQUIRED_FIELDS_MISSING while
 * anything is open, MISSING_GLYPH with the characters that no font has, DOCUMENT_CONFLICT when it was saved
 * since `version`, and DOCUMENT_STATUS_WRONG when it is no longer a draft. `confirmations`: the form fields
 * of confirmed points, each with `yes` or the reason; a point neither resolved nor confirmed counts as open.
 */
export async function finaliseDocument(
  db: Db,
  viewer: Viewer,
  id: string,
  version: number,
  confirmations: Record<string, string> = {},
) {
  const document = await findDocument(db, viewer, id)
  requirePermission(viewer, 'document.finalise')
  refuseChanged(document, version)
  refuseLapsed(document, viewer)
  // Runs before the row is locked, because checking every character takes time; `version` protects against
  // changes.
  const tree = assemble({ ...document, today: shanghaiDay() })
  const reasonFor = (point: OpenPoint) =>
    confirmations[confirmationField(point)]?.trim().slice(0, maxReasonLength)
  const confirmed = tree.open
    .filter((point) => mustConfirm(point) && reasonFor(point))
    .map((point) => ({ ...point, ...(needsReason(point) && { reason: reasonFor(point) }) }))
  const unconfirmed = tree.open.filter((point) => !(mustConfirm(point) && reasonFor(point)))
  await refuseUnfinished({ ...tree, open: unconfirmed })
  const earlierPoints = [...(tree.confirmed ?? []), ...acknowledgedPoints(tree, document)]
  const words = [...earlierPoints, ...confirmed].map(confirmedWords).join('; ')
  fault('finalise: before the transaction')
  await inTransaction(db, async (trx) => {
    refuseChanged(await lockDocument(trx, id), version)
    await moveTo(trx, id, 'finalised')
    if (viewer.package === 'free') await markWatermarked(trx, id)
    await logAction(trx, id, actorOf(viewer, document.creator_id), 'finalise', {
      version,
      ...(words && { meant: words }),
    })
    await storePairs(trx, document)
    await finalFiles.enqueue(trx, { id })
    await emit(trx, 'document-finalised', { document })
    fault('finalise: inside the transaction')
  })
  fault('finalise: after the commit')
}

function refuseChanged(document: Pick<Document, 'status' | 'version'>, version: number) {
  if (document.status !== 'draft' && document.status !== 'approved')
    throw new AppError('DOCUMENT_STATUS_WRONG')
  if (document.version !== version) throw new AppError('DOCUMENT_CONFLICT')
}

/**
 * Makes a concurrent call wait; it then finds the status changed. Throws NOT_FOUND once the document is
 * deleted.
 */
async function lockDocument(trx: Db, id: string) {
  const locked = await trx
    .selectFrom('documents.document')
    .select(['status', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return locked ?? notFound()
}

/** Marks the document as watermarked permanently: no later plan changes a finalised document. */
async function markWatermarked(trx: Db, id: string) {
  await trx.updateTable('documents.document').set({ watermarked: true }).where('id', '=', id).execute()
}

async function refuseUnfinished(tree: DocumentTree) {
  const unsettledPoints = unsettledIn(tree)
  const unprintablePoints = unsettledPoints.filter((point) => point.problem === 'unprintable')
  if (unsettledPoints.length && unprintablePoints.length === unsettledPoints.length)
    throw missingGlyph(unprintablePoints.map(({ detail }) => detail!.zh))
  if (unsettledPoints.length) throw unfinished(unsettledPoints)
  const count = tree.open.filter(mustConfirm).length
  if (count) throw new AppError('REQUIRED_FIELDS_MISSING', { count }, 'documents.unconfirmed')
  const missingGlyphs = await unprintable(tree)
  if (missingGlyphs.length) throw missingGlyph(missingGlyphs.map(characterName))
}

/**
 * The error when points are open: one for empty fields, as the specification prescribes, another for other
 * points.
 */
function unfinished(unsettledPoints: OpenPoint[]) {
  const [firstPoint] = unsettledPoints
  if (firstPoint && unsettledPoints.every(({ at, kind }) => at.startsWith('party:') && kind === 'invalid'))
    return new AppError(
      firstPoint.field?.startsWith('signer') ? 'SIGN_AREA_INVALID_FIELD' : 'PARTY_INVALID_FIELD',
    )
  const hasEmptyFields = unsettledPoints.some(({ kind }) => kind === 'required')
  return new AppError(
    'REQUIRED_FIELDS_MISSING',
    { count: unsettledPoints.length },
    hasEmptyFields ? undefined : 'documents.unsettled',
  )
}

const missingGlyph = (characters: string[]) =>
  new AppError('MISSING_GLYPH', { characters: [...new Set(characters)].join(', ') })
