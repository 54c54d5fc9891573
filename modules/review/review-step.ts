import { sql } from 'kysely'
import { brandOf } from '#modules/brand/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** How many times a reviewer may review one document. */
export const MAX_ROUNDS = 3

export const joinedTurns = (db: Db) =>
  db
    .selectFrom('review.turn as turn')
    .innerJoin('review.round as round', 'round.id', 'turn.round_id')
    .innerJoin('review.reviewer as reviewer', 'reviewer.id', 'turn.reviewer_id')
    .select(['turn.id', 'turn.state', 'reasons', 'opened_at', 'answered_at', 'reminders'])
    .select(['round_id', 'turn.reviewer_id', 'round.number', 'note', 'started_at', 'due_at', 'ended_at'])
    .select(['round.document_id', 'document_name', 'document_number', 'round.team_id'])
    .select(['starter_id', 'starter_name', 'starter_team', 'round.state as roundState'])
    .select(['kind', 'account_id', 'name', 'email', 'department', 'locale', 'email_changed_at'])
    .select(brandOf(db, sql.ref('round.team_id')).as('brand'))

/** A reviewer's part in a round, with data of the reviewer and the round. */
export type Turn = Awaited<ReturnType<ReturnType<typeof joinedTurns>['executeTakeFirstOrThrow']>>

export const turnOf = (db: Db, id: string) =>
  joinedTurns(db).where('turn.id', '=', id).executeTakeFirstOrThrow()

/** Turns that are not answered yet, in running rounds. */
export const runningTurns = (db: Db) =>
  joinedTurns(db).where('turn.state', '=', 'asked').where('round.state', '=', 'running')

/**
 * A colleague's last turn for a document; undefined if the colleague was never invited, or has left the
 * team.
 */
export const lastTurnOf = (db: Db, viewer: Pick<Viewer, 'id' | 'teamId'>, documentId: string) =>
  joinedTurns(db)
    .where('round.document_id', '=', documentId)
    .where('account_id', '=', viewer.id)
    .where('round.team_id', '=', viewer.teamId)
    .orderBy('round.number', 'desc')
    .limit(1)
    .executeTakeFirst()
