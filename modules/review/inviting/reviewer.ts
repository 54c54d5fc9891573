import { type Selectable, sql } from 'kysely'
import { requirePermission, teamPeople } from '#modules/accounts/index.ts'
import { type Document, findDocument } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import { emit } from '#src/jobs/module-events.ts'
import type { ReviewerKind, ReviewerTable } from '../schema.ts'
import type { ExternalFields, InternalFields } from './reviewer-form.ts'

export type Reviewer = Selectable<ReviewerTable> & {
  /** Number of requests to this reviewer, without expired requests. */
  used: number
  /** Whether the reviewer was ever invited, including expired requests. */
  wasAsked: boolean
  /** Whether a running round waits for this reviewer's answer. */
  isWaitedFor: boolean
}

const requestCount = sql<number>`(select count(*)::int from review.turn
  where turn.reviewer_id = reviewer.id and turn.state <> 'lapsed')`.as('used')

const wasAsked = sql<boolean>`exists (select from review.turn
  where turn.reviewer_id = reviewer.id)`.as('wasAsked')

const isWaitedFor = sql<boolean>`exists (select from review.turn join review.round on round.id = round_id
  where turn.reviewer_id = reviewer.id and turn.state = 'asked' and round.state = 'running')`.as(
  'isWaitedFor',
)

/** The most reviewers of each kind. */
const MAX_REVIEWERS = 3

/** The error to throw for each unique index. */
export const throwIfTaken = onUniqueViolation({
  reviewer_email: 'PARTICIPANT_EMAIL_EXISTS',
  reviewer_mobile: 'PARTICIPANT_MOBILE_EXISTS',
})

/** Locks the document's review, so that concurrent changes run one after the other. */
export const lockReview = (trx: Db, documentId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`review ${documentId}`}, 0))`.execute(trx)

/** The document, for a person who may send it for review. Throws NOT_FOUND, ACCESS_DENIED. */
export async function findToReview(db: Db, viewer: Viewer, documentId: string): Promise<Document> {
  const document = await findDocument(db, viewer, documentId)
  requirePermission(viewer, 'document.create')
  return document
}

/** Colleagues first; within each kind in the order in which they were added. */
export async function listReviewers(db: Db, documentId: string): Promise<Reviewer[]> {
  return db
    .selectFrom('review.reviewer')
    .selectAll()
    .select([requestCount, wasAsked, isWaitedFor])
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .orderBy('kind', 'desc')
    .orderBy('id')
    .execute()
}

/** Throws PARTICIPANT_NOT_EXISTS, also for a reviewer of another document. */
export async function findReviewer(db: Db, documentId: string, id: string): Promise<Reviewer> {
  const reviewer = (await listReviewers(db, documentId)).find((one) => one.id === id)
  if (!reviewer) throw new AppError('PARTICIPANT_NOT_EXISTS')
  return reviewer
}

/** The team members who can review: all with an email address except the viewer. */
export const listColleagues = (db: Db, viewer: Viewer) =>
  teamPeople(db, viewer)
    .where('email', 'is not', null)
    .where('id', '!=', viewer.id)
    .orderBy('name')
    .limit(500)
    .execute()

/** The colleagues who are not reviewers yet. */
export async function colleaguesToAsk(db: Db, viewer: Viewer, documentId: string) {
  const invitedIds = new Set((await listReviewers(db, documentId)).map(({ account_id }) => account_id))
  return (await listColleagues(db, viewer)).filter(({ id }) => !invitedIds.has(id))
}

/** Reviewers can be changed while the document is a draft, not during review or once it is final. */
export const maySetReviewers = ({ status }: Pick<Document, 'status'>) =>
  status === 'draft' || status === 'returned' || status === 'approved'

function refuseDuringReview(document: Document) {
  if (!maySetReviewers(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
}

export const limitError = (kind: ReviewerKind) =>
  new AppError('PARTICIPANT_LIMIT', { max: MAX_REVIEWERS }, `review.problem.${kind}Limit`)

/**
 * Adds an external reviewer. Throws PARTICIPANT_LIMIT, PARTICIPANT_EMAIL_EXISTS, PARTICIPANT_MOBILE_EXISTS.
 */
export const addExternal = (db: Db, viewer: Viewer, documentId: string, fields: ExternalFields) =>
  addReviewer(db, viewer, documentId, async () => ({ ...fields, kind: 'external', account_id: null }))

/**
 * Adds a colleague. Throws as `addExternal` does, and PARTICIPANT_NOT_EXISTS if the account is not in the
 * team.
 */
export const addInternal = (
  db: Db,
  viewer: Viewer,
  documentId: string,
  { account, ...flags }: InternalFields,
) =>
  addReviewer(db, viewer, documentId, async (trx) => ({
    ...(await findColleague(trx, viewer, account)),
    ...flags,
  }))

type NewReviewerRow = Omit<
  Selectable<ReviewerTable>,
  'id' | 'document_id' | 'team_id' | keyof typeof NEW_REVIEWER | 'created_at'
>

const NEW_REVIEWER = { email_changed_at: null, removed_at: null }

async function addReviewer(
  db: Db,
  viewer: Viewer,
  documentId: string,
  makeRow: (trx: Db) => Promise<NewReviewerRow>,
) {
  refuseDuringReview(await findToReview(db, viewer, documentId))
  const id = newId()
  await inTransaction(db, async (trx) => {
    await lockReview(trx, documentId)
    const row = await makeRow(trx)
    const reviewersOfKind = (await listReviewers(trx, documentId)).filter(({ kind }) => kind === row.kind)
    if (reviewersOfKind.length >= MAX_REVIEWERS) throw limitError(row.kind)
    const reviewerRow = {
      id,
      document_id: documentId,
      team_id: viewer.teamId,
      created_at: now(),
      ...NEW_REVIEWER,
      ...row,
    }
    await trx.insertInto('review.reviewer').values(reviewerRow).execute().catch(throwIfTaken)
  })
  return id
}

async function findColleague(trx: Db, viewer: Viewer, accountId: string) {
  const colleague = isId(accountId)
    ? (await listColleagues(trx, viewer)).find(({ id }) => id === accountId)
    : undefined
  if (!colleague) throw new AppError('PARTICIPANT_NOT_EXISTS')
  const { id: account_id, name, email, mobile, department, locale } = colleague
  return {
    kind: 'internal' as const,
    account_id,
    name,
    email: email!.toLowerCase(),
    mobile: mobile ?? '',
    department,
    locale,
  }
}

type ReviewerFields = ExternalFields | Omit<ExternalFields, 'email'> | Omit<InternalFields, 'account'>

/**
 * Changes a reviewer's data; for a colleague only the tasks. Throws the errors of adding a reviewer, and
 * DOCUMENT_STATUS_WRONG for the email of a reviewer who was already invited, which only `changeEmail` may
 * change.
 */
export async function editReviewer(
  db: Db,
  viewer: Viewer,
  documentId: string,
  id: string,
  fields: ReviewerFields,
) {
  refuseDuringReview(await findToReview(db, viewer, documentId))
  await db.transaction().execute(async (trx) => {
    await lockReview(trx, documentId)
    const { wasAsked } = await findReviewer(trx, documentId, id)
    if (wasAsked && 'email' in fields) throw new AppError('DOCUMENT_STATUS_WRONG')
    await trx.updateTable('review.reviewer').set(fields).where('id', '=', id).execute().catch(throwIfTaken)
  })
}

/** Removes a reviewer; their comments stay. Throws PARTICIPANT_NOT_EXISTS, DOCUMENT_STATUS_WRONG. */
export async function removeReviewer(db: Db, viewer: Viewer, documentId: string, id: string) {
  refuseDuringReview(await findToReview(db, viewer, documentId))
  await db.transaction().execute(async (trx) => {
    await lockReview(trx, documentId)
    await findReviewer(trx, documentId, id)
    await trx.updateTable('review.reviewer').set({ removed_at: now() }).where('id', '=', id).execute()
  })
}

/** Announces which reviewers of a final document are also to sign it. */
export async function nameSigners(trx: Db, { document }: { document: Document }) {
  const signers = (await listReviewers(trx, document.id))
    .filter(({ signs }) => signs)
    .map(({ name, email, locale, kind, department }) => {
      const internal = kind === 'internal'
      return { name, email, locale, internal, organisation: internal ? '' : department }
    })
  if (signers.length) await emit(trx, 'signers-named', { document, signers })
}
