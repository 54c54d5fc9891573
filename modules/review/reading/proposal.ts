import { assemble } from '#assembly/assemble.ts'
import { findNode } from '#assembly/compare/find-node.ts'
import { markedText } from '#assembly/compare/wording.ts'
import { sameWords } from '#assembly/compare/words.ts'
import { writeCustom } from '#assembly/edit.ts'
import {
  actorOf,
  type Document,
  findDocument,
  logAction,
  moveTo,
  writeAnswers,
} from '#modules/documents/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { findToReview, lockReview } from '../inviting/reviewer.ts'
import { decideComment, findComment } from './comment.ts'

/**
 * Inserts a proposed wording into the draft, after which the other language is stale. A returned or approved
 * document becomes a draft again. Throws DOCUMENT_STATUS_WRONG during a review or once the document is
 * final, and DOCUMENT_CONFLICT if the clause has changed since the proposal.
 */
export async function takeProposal(db: Db, viewer: Viewer, documentId: string, commentId: string) {
  await findToReview(db, viewer, documentId)
  await db.transaction().execute(async (trx) => {
    await lockReview(trx, documentId)
    const document = await findDocument(trx, viewer, documentId)
    const actor = actorOf(viewer, document.creator_id)
    const comment = await findComment(trx, documentId, commentId, 'team')
    if (!comment.wording || !comment.side) throw new AppError('INVALID_FIELD', { field: 'state' })
    if (document.status !== 'draft') {
      await moveTo(trx, documentId, 'draft')
      await logAction(trx, documentId, actor, 'reopen')
      await emit(trx, 'review-reopened', { documentId })
    }
    const { answers } = await trx
      .selectFrom('review.round')
      .select('answers')
      .where('id', '=', comment.round_id)
      .executeTakeFirstOrThrow()
    const { place, side, wording } = comment
    const proposal = { place, side, after: wording.after }
    const result = await writeAnswers(trx, viewer, document, {
      version: document.version,
      answers: withWording(document, { ...document, answers }, proposal),
      cause: 'proposal',
    })
    if (!result) throw new AppError('DOCUMENT_CONFLICT')
    await decideComment(trx, documentId, commentId, { state: 'taken', by: viewer.name })
    await logAction(trx, documentId, actor, 'take-proposal', { by: comment.author })
  })
}

/**
 * The answers with the new wording. Throws DOCUMENT_CONFLICT if the clause no longer has the text that was
 * reviewed.
 */
function withWording(
  currentDocument: Document,
  reviewedDocument: Pick<Document, 'name' | 'number' | 'template' | 'answers'>,
  { place, side, after }: { place: string; side: 'zh' | 'en'; after: string },
) {
  const currentNode = findNode(assemble(currentDocument), place)
  const reviewedNode = findNode(assemble(reviewedDocument), place)
  if (!currentNode?.kept || !reviewedNode || !sameWords(reviewedNode.text[side], currentNode.text[side]))
    throw new AppError('DOCUMENT_CONFLICT', {}, 'review.problem.clauseChanged')
  return writeCustom(
    currentDocument.answers,
    currentDocument.template,
    place,
    side,
    markedText(reviewedNode.text[side], after),
  )
}
