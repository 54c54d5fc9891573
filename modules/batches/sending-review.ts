import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { teamPeople } from '#modules/accounts/index.ts'
import { visibleDocuments } from '#modules/documents/index.ts'
import { usesIn } from '#modules/orders/index.ts'
import { type SigningOrder, signingOrder } from '#modules/signing/index.ts'
import type { AppError } from '#src/core/errors.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { MAX_TO_ONE_MAILBOX } from '#src/mail/mail-limits.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import type { Batch, BatchRow } from './batch.ts'
import type { MadeDocument } from './result.ts'
import type { RowState } from './schema.ts'
import { type Fault, openFaults } from './table/check-row.ts'

/** The states of rows whose documents may be sent. */
export const UNSENT_STATES: RowState[] = ['drafted', 'unsent', 'finalised']

/** The maximum number of points that are confirmed here; further ones are confirmed in the drafts. */
const MAX_CONFIRMATIONS = 30

export interface ReviewedRow extends Pick<BatchRow, 'number'> {
  documentId: string
  /** The version of the document. */
  version: number
  status: MadeDocument['status']
  name: string
  /** The points that must be settled or confirmed before the document can be finalised. */
  faults: Fault[]
  /** The reason why its signatories cannot be invited. */
  problem: AppError | null
  /** The addresses to which the invitations go. */
  addresses: string[]
}

/** A point of several documents that one person confirms for all. */
export interface SharedPoint {
  confirmation: string
  fault: Fault
  rows: number
}

export interface SendingReview {
  /** Rows that are complete, or will be once `points` are confirmed. */
  ready: ReviewedRow[]
  points: SharedPoint[]
  incomplete: ReviewedRow[]
  /** Documents in review, returned, or sent by hand. */
  inOtherState: ReviewedRow[]
  /** Complete documents whose signatories cannot be invited. */
  unreachable: ReviewedRow[]
  /** People outside the team with more invitations than one person may get in a day. */
  frequent: { address: string; documents: number }[]
  /** The e-signatures left, without those that the team's other batches wait for. */
  uses: { left: number; reserved: number }
}

const BEFORE_SIGNING: string[] = ['draft', 'approved', 'finalised']

/** The documents of a batch that would be sent, and those that would not. Makes two queries. */
export async function reviewSending(
  db: Db,
  viewer: Viewer,
  batch: Pick<Batch, 'id' | 'template' | 'answers' | 'rows'>,
  order: SigningOrder,
): Promise<SendingReview> {
  const { documents, uses, waiting, colleagues } = await findDocuments(db, viewer, batch)
  const { template } = batch
  const orderCheck = await signingOrder.check(
    db,
    documents.map(({ id, answers }) => ({ id, template, answers })),
    order,
  )
  const unsentRows = batch.rows.flatMap((row): ReviewedRow[] => {
    const document = documents.find(({ id }) => id === row.document_id)
    if (!document || !UNSENT_STATES.includes(row.state)) return []
    const { id: documentId, name, status, version, answers } = document
    const isFinal = status === 'finalised'
    const faults = isFinal ? [] : version === row.version ? row.faults : openFaults({ template, answers })
    const { problem = null, addresses = [] } = orderCheck.get(documentId) ?? {}
    return [{ number: row.number, documentId, version, status, name, faults, problem, addresses }]
  })
  const rows = unsentRows.filter(({ status }) => BEFORE_SIGNING.includes(status))
  const points = sharedPoints(rows)
  const confirmationNames = new Set(points.map(({ confirmation }) => confirmation))
  const isComplete = ({ faults }: ReviewedRow) =>
    faults.every(({ confirmation = '' }) => confirmationNames.has(confirmation))
  const completeRows = rows.filter(isComplete)
  const ready = completeRows.filter(({ problem }) => !problem)
  return {
    ready,
    frequent: frequentAddresses(ready, colleagues),
    points: sharedPoints(ready),
    inOtherState: unsentRows.filter(({ status }) => !BEFORE_SIGNING.includes(status)),
    incomplete: rows.filter((row) => !isComplete(row)),
    unreachable: completeRows.filter(({ problem }) => problem),
    uses: { left: Math.max(0, Number(uses?.unused ?? 0) - waiting), reserved: waiting },
  }
}

/** A digest that changes whenever other documents would be sent, or to other people. */
export const digestOf = ({ ready }: SendingReview, order: SigningOrder): string =>
  hashOf(JSON.stringify([order, ready.map(({ number, version, addresses }) => [number, version, addresses])]))

/** The points that may be confirmed for all documents, most frequent first. */
function sharedPoints(rows: ReviewedRow[]): SharedPoint[] {
  const faults = rows.flatMap((row) => row.faults).filter(({ confirmation }) => confirmation)
  const faultsByName = Map.groupBy(faults, ({ confirmation }) => confirmation!)
  return [...faultsByName]
    .map(([confirmation, same]) => ({ confirmation, fault: same[0]!, rows: same.length }))
    .toSorted((a, b) => b.rows - a.rows)
    .slice(0, MAX_CONFIRMATIONS)
}

function frequentAddresses(rows: ReviewedRow[], colleagues: { email: string | null }[]) {
  const teamMailboxes = new Set(colleagues.map(({ email }) => email && mailboxOf(email)))
  const addressesByMailbox = Map.groupBy(
    rows.flatMap(({ addresses }) => addresses),
    mailboxOf,
  )
  return [...addressesByMailbox]
    .filter(([mailbox, same]) => same.length > MAX_TO_ONE_MAILBOX && !teamMailboxes.has(mailbox))
    .map(([, same]) => ({ address: same[0]!, documents: same.length }))
}

/** The batch's documents, the team's e-signatures and its members. */
async function findDocuments(db: Db, viewer: Viewer, { id, rows }: Pick<Batch, 'id' | 'rows'>) {
  const ids = rows.flatMap(({ document_id }) => document_id ?? [])
  const documents = visibleDocuments(db, viewer)
    .select(['document.id', 'name', 'status', 'version', 'answers'])
    .where(sql<boolean>`document.id = any(${ids}::uuid[])`)
  return db
    .selectNoFrom([
      jsonArrayFrom(documents).as('documents'),
      jsonObjectFrom(usesIn(db, viewer, 'esign')).as('uses'),
    ])
    .select(jsonArrayFrom(teamPeople(db, viewer)).as('colleagues'))
    .select(waitingSends(db, viewer, id).as('waiting'))
    .executeTakeFirstOrThrow()
}

/** The number of documents that the team's other batches are about to send. */
const waitingSends = (db: Db, { teamId }: Viewer, id: string) =>
  db
    .selectFrom('batches.row as row')
    .innerJoin('batches.batch as other', 'other.id', 'row.batch_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('other.team_id', '=', teamId)
    .where('other.state', '=', 'sending')
    .where('other.id', '!=', id)
    .where('row.state', 'in', ['queued', 'finalised'])
    .$asScalar()
    .$notNull()
