import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Answers, DocumentSource, LanguageChoice, Side } from '#assembly/answers.ts'
import { type Explanation, explainChanges } from '#assembly/compare/explain.ts'
import type { Template } from '#assembly/template/template.ts'
import { formerTemplateAt, type readTemplate } from '#modules/documents/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import type { Turn } from '../review-step.ts'
import type { RoundTable, TurnState } from '../schema.ts'
import { type Comment, type CommentJson, commentOf, commentsOn } from './comment.ts'

type WithTemplate = Pick<Awaited<ReturnType<typeof readTemplate>>, 'template'>

/** The content of a round; without a template the document's template is used. */
interface RoundContent {
  answers: Answers
  template?: Template | null
}

/** The text of a round with the changes since an earlier one. */
export interface Text extends Explanation {
  source: DocumentSource
  sides: Side[]
  languages: LanguageChoice
}

/** The text of a round with its changes since an earlier round; unchanged if there is no earlier round. */
export function textOf(
  { template }: WithTemplate,
  { document_name: name, document_number: number }: Pick<RoundTable, 'document_name' | 'document_number'>,
  { answers, template: former, earlier }: RoundContent & { earlier: RoundContent | null },
): Text {
  const source: DocumentSource = { name, number, template: former ?? template, answers }
  const { primary, bilingual } = answers.languages
  const other: Side = primary === 'zh' ? 'en' : 'zh'
  return {
    source,
    ...explainChanges(
      earlier ? { ...source, answers: earlier.answers, template: earlier.template ?? template } : source,
      source,
    ),
    sides: bilingual ? [primary, other] : [primary],
    languages: answers.languages,
  }
}

/** A request to a reviewer in a round, as the sender sees it. Times are ISO strings. */
export interface ReviewRequest {
  id: string
  reviewer_id: string
  account_id: string | null
  name: string
  kind: 'internal' | 'external'
  state: TurnState
  reasons: string
  opened_at: string | null
  answered_at: string | null
  reminders: string[]
  email: string
  department: string
  locale: Locale
  email_changed_at: string | null
}

export type Round = Omit<Selectable<RoundTable>, 'answers'> & { turns: ReviewRequest[] }

const moment = (text: string | null) => (text ? new Date(text) : null)

/** The turn that belongs to a colleague's request. */
export function turnIn(round: Round, request: ReviewRequest): Turn {
  const { id: round_id, state: roundState, turns: _, ...rest } = round
  const { opened_at, answered_at, email_changed_at, reminders } = request
  return {
    ...rest,
    ...request,
    round_id,
    roundState,
    // A colleague reads the document within the product, without a brand.
    brand: null,
    opened_at: moment(opened_at),
    answered_at: moment(answered_at),
    email_changed_at: moment(email_changed_at),
    reminders: reminders.map((reminder) => new Date(reminder)),
  }
}

/** Number of requests to a reviewer, including this one, without expired requests. */
export const requestCount = (rounds: Round[], { reviewer_id }: Pick<Turn, 'reviewer_id'>) =>
  rounds
    .flatMap(({ turns }) => turns)
    .filter((turn) => turn.reviewer_id === reviewer_id && turn.state !== 'lapsed').length

/** Who the page belongs to: a reviewer, or the sender with the selected round. */
export type PageOwner = { reviewerId: string } | { accountId: string; round?: number }

/** The state of a document's review: rounds, latest first, and comments. */
export interface LoadedReview {
  rounds: Round[]
  /** The selected round and its text. */
  round: Round
  answers: Answers
  /** The template of that round, if the document has switched to another one since. */
  template: Template | null
  /** The text and number of the reader's previous round. */
  earlier: { answers: Answers; template: Template | null; number: number } | null
  /** For an external reader without internal comments. */
  comments: Comment[]
}

/**
 * Loads a review in one query. A reviewer sees the last round in which they take part; the sender sees the
 * selected round, or the last. An external reviewer gets only the rounds in which they take part. Null if
 * there is no such round.
 */
export async function readReview(db: Db, documentId: string, owner: PageOwner): Promise<LoadedReview | null> {
  const numbers = shownNumbers(db, documentId, owner)
  const externalReviewer = 'reviewerId' in owner ? owner : null
  const reader = externalReviewer ? 'outside' : 'team'
  const rows = await db
    .selectFrom('review.round as round')
    .select(['id', 'document_id', 'team_id', 'number', 'starter_id', 'starter_name', 'starter_team'])
    .select(['document_name', 'document_number', 'note', 'state', 'started_at', 'due_at', 'ended_at'])
    .select('continued_at')
    .select((eb) =>
      eb
        .case()
        .when(sql<boolean>`number in ${numbers}`)
        .then(formerTemplateAt(eb.ref('document_id'), eb.ref('started_at')))
        .end()
        .as('template'),
    )
    .select([
      turnsIn(db).as('turns'),
      sql<Answers | null>`case when number in ${numbers} then answers end`.as('answers'),
      sql<CommentJson[] | null>`case when row_number() over (order by number desc) = 1
        then ${commentsOn(db, documentId, reader)} end`.as('said'),
    ])
    .where('document_id', '=', documentId)
    .$if(externalReviewer !== null, (rounds) =>
      rounds.where('round.id', 'in', roundsOfReviewer(db, externalReviewer!)),
    )
    .orderBy('number', 'desc')
    .execute()
  const [shownRow, earlierRow] = rows.filter(({ answers }) => answers)
  if (!shownRow) return null
  return {
    rounds: rows.map(({ answers: _, said: __, template: ___, ...round }) => round as Round),
    round: shownRow as Round,
    answers: shownRow.answers!,
    template: shownRow.template,
    earlier: earlierRow
      ? { answers: earlierRow.answers!, template: earlierRow.template, number: earlierRow.number }
      : null,
    comments: (rows[0]!.said ?? []).map(commentOf),
  }
}

/** The rounds of an external reviewer, who must not learn of any other round. */
export const roundsOfReviewer = (db: Db, { reviewerId }: { reviewerId: string }) =>
  db.selectFrom('review.turn as own').select('own.round_id').where('own.reviewer_id', '=', reviewerId)

/** The numbers of the round to show and of the one to compare it with. */
function shownNumbers(db: Db, documentId: string, owner: PageOwner) {
  const rounds = () =>
    db
      .selectFrom('review.round as one')
      .select('one.number')
      .where('one.document_id', '=', documentId)
      .orderBy('one.number', 'desc')
      .limit(2)
  const visible = rounds()
    .innerJoin('review.turn as own', 'own.round_id', 'one.id')
    .innerJoin('review.reviewer as who', 'who.id', 'own.reviewer_id')
  if ('reviewerId' in owner) return sql`${visible.where('who.id', '=', owner.reviewerId)}`
  if (owner.round) return sql`${rounds().where('one.number', '<=', owner.round)}`
  const ownRounds = visible.where('who.account_id', '=', owner.accountId)
  return sql`(select number from ${ownRounds} as own union all
    select number from ${rounds()} as all_of_them where not exists ${ownRounds})`
}

const turnsIn = (db: Db) =>
  jsonArrayFrom(
    db
      .selectFrom('review.turn as turn')
      .innerJoin('review.reviewer as reviewer', 'reviewer.id', 'turn.reviewer_id')
      .select(['turn.id', 'reviewer_id', 'account_id', 'name', 'kind', 'turn.state', 'reasons'])
      .select(['opened_at', 'answered_at', 'reminders', 'email', 'department', 'locale', 'email_changed_at'])
      .where('turn.round_id', '=', sql.ref<string>('round.id'))
      .orderBy('turn.id'),
  )
