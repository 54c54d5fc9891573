import type { Side } from '#assembly/answers.ts'
import { readTemplate } from '#modules/documents/index.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { noteOpened } from './entrance/identity.ts'
import { addComment, commentsFor } from './reading/comment.ts'
import { acceptAll, rejectAndReturn } from './reading/outcome.ts'
import { readReview, textOf } from './reading/reading.ts'
import { printedAt } from './reading/submit-comment.ts'
import { runningTurns } from './review-step.ts'

/** A demo reviewer's comment on a part of the document, optionally with a proposed wording. */
export interface DemoComment {
  place: string
  words: string
  side?: Side
  change?: (printed: string) => string
  /** Whether only the team sees the comment; comments of external reviewers are for everyone. */
  internal?: true
}

/** Adds comments and answers of a demo reviewer to the running round; returns the ids of the comments. */
export async function reviewAsDemo(
  db: Db,
  documentId: string,
  {
    email,
    comments,
    outcome,
  }: { email: string; comments: DemoComment[]; outcome?: 'accept' | { reasons: string } },
) {
  const turn = await runningTurns(db)
    .where('round.document_id', '=', documentId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const read = await readReview(db, documentId, { reviewerId: turn.reviewer_id })
  const text = textOf(await readTemplate(db, documentId), turn, { answers: read!.answers, earlier: null })
  const ids = await db.transaction().execute(async (trx) => {
    const ids: string[] = []
    await noteOpened(trx, turn)
    const { account_id, reviewer_id: reviewerId, name, round_id: roundId } = turn
    const author = account_id ? { accountId: account_id, name } : { reviewerId, name }
    for (const { place, words, side, change, internal = false } of comments) {
      const printedText = side ? printedAt(text, place, side) : ''
      const wording = change ? { before: printedText, after: change(printedText) } : null
      const comment = {
        key: newId(),
        place,
        side: side ?? null,
        quote: '',
        words,
        internal,
        parent: null,
        wording,
      }
      ids.push(await addComment(trx, { documentId, roundId }, author, comment))
    }
    return ids
  })
  if (outcome === 'accept') await acceptAll(db, turn)
  else if (outcome) await rejectAndReturn(db, turn, outcome.reasons)
  return ids
}

/** Answers a comment as the sender of the running round. */
export async function answerAsDemo(
  db: Db,
  sender: Viewer,
  { parent, words, internal = false }: { parent: string; words: string; internal?: boolean },
) {
  const { document_id: documentId, round_id: roundId } = await commentsFor(db, 'team')
    .select(['document_id', 'round_id'])
    .where('id', '=', parent)
    .executeTakeFirstOrThrow()
  const comment = { key: newId(), place: '', side: null, quote: '', words, internal, parent, wording: null }
  await db
    .transaction()
    .execute((trx) =>
      addComment(trx, { documentId, roundId }, { accountId: sender.id, name: sender.name }, comment),
    )
}
