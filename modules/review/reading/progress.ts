import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { type Comment, latestComments } from './comment.ts'
import { type LoadedReview, roundsOfReviewer } from './reading.ts'

/**
 * The progress of a review as numbers that can be compared. Counts only comments that the reader may see.
 */
export interface ReviewProgress {
  /** Number of the last round. */
  round: number
  running: boolean
  /** How many reviewers of the last round have answered. */
  answered: number
  said: number
  decided: number
}

const isDecided = ({ state }: Pick<Comment, 'state'>) => state !== 'open'

/** The progress that a page shows. */
export function progressOf({ rounds, comments }: Pick<LoadedReview, 'rounds' | 'comments'>): ReviewProgress {
  const { number: round, state, turns } = rounds[0]!
  const answered = turns.filter((turn) => turn.answered_at).length
  const decided = comments.filter(isDecided).length
  return { round, running: state === 'running', answered, said: comments.length, decided }
}

/** The team, or an external reviewer, who must not learn of rounds without them. */
export type ProgressReader = 'team' | { reviewerId: string }

/** The present progress; undefined when the document was never sent for review. One query. */
export async function findProgress(
  db: Db,
  documentId: string,
  reader: ProgressReader,
): Promise<ReviewProgress | undefined> {
  const externalReviewer = reader === 'team' ? null : reader
  const counts = db
    .selectFrom(
      latestComments(db, documentId, externalReviewer ? 'outside' : 'team')
        .select('state')
        .as('comment'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('said'),
      eb.fn.countAll<number>().filterWhere('state', '!=', 'open').as('decided'),
    ])
  return db
    .selectFrom('review.round as round')
    .innerJoin(counts.as('comments'), (join) => join.onTrue())
    .select((eb) => [
      ...(['round.number as round', 'said', 'decided'] as const),
      sql<boolean>`round.state = 'running'`.as('running'),
      eb
        .selectFrom('review.turn as turn')
        .select((turn) => turn.fn.countAll<number>().as('count'))
        .whereRef('turn.round_id', '=', 'round.id')
        .where('answered_at', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('answered'),
    ])
    .where('round.document_id', '=', documentId)
    .$if(externalReviewer !== null, (rounds) =>
      rounds.where('round.id', 'in', roundsOfReviewer(db, externalReviewer!)),
    )
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const KEYS = ['round', 'answered', 'said', 'decided'] as const

/** The progress as written in a URL. */
export const progressText = (progress: ReviewProgress) =>
  [...KEYS.map((key) => progress[key]), progress.running ? 'running' : 'ended'].join('-')

/** Undefined for an invalid text. */
export function parseProgress(text: string): ReviewProgress | undefined {
  const match = /^(\d{1,6})-(\d{1,6})-(\d{1,6})-(\d{1,6})-(running|ended)$/.exec(text)
  if (!match) return undefined
  const [round, answered, said, decided] = match.slice(1, 5).map(Number) as [number, number, number, number]
  return { round, answered, said, decided, running: match[5] === 'running' }
}
