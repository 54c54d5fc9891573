import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { visibleDocuments } from '#modules/documents/index.ts'
import { usesIn } from '#modules/orders/index.ts'
import { type SigningOrder, signingOrder } from '#modules/signing/index.ts'
import type { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Batch, BatchRow } from './batch.ts'
import type { RowState } from './schema.ts'
import { countOpen } from './table/check-row.ts'

/** The states of rows whose documents may be sent. */
export const UNSENT: RowState[] = ['drafted', 'unsent', 'finalised']

export interface ReviewedRow extends Pick<BatchRow, 'number'> {
  documentId: string
  name: string
  /** How many points are left to settle before the document can be finalised. */
  open: number
  /** Why its signatories cannot be invited. */
  problem: AppError | null
}

export interface SendingReview {
  /** Complete rows, which are sent. */
  ready: ReviewedRow[]
  incomplete: ReviewedRow[]
  /** Complete, but their signatories cannot be invited. */
  unreachable: ReviewedRow[]
  /** The e-signatures left, without those that the team's other batches wait for. */
  uses: { left: number; reserved: number }
}

const BEFORE_SIGNING = ['draft', 'approved', 'finalised'] as const

/** What would be sent of a batch, and what not. Two queries. */
export async function reviewSending(
  db: Db,
  viewer: Viewer,
  batch: Pick<Batch, 'id' | 'template' | 'answers' | 'rows'>,
  order: SigningOrder,
): Promise<SendingReview> {
  const { documents, uses, waiting } = await findDocuments(db, viewer, batch)
  const { template } = batch
  const problems = await signingOrder.problems(
    db,
    documents.map(({ id, answers }) => ({ id, template, answers })),
    order,
  )
  const rows = batch.rows.flatMap((row): ReviewedRow[] => {
    const document = documents.find(({ id }) => id === row.document_id)
    if (!document || !UNSENT.includes(row.state)) return []
    const { id: documentId, name, status, version, answers } = document
    const isFinal = status === 'finalised'
    const open = isFinal ? 0 : version === row.version ? row.open : countOpen({ template, answers })
    return [{ number: row.number, documentId, name, open, problem: problems.get(documentId) ?? null }]
  })
  const complete = rows.filter(({ open }) => open === 0)
  return {
    ready: complete.filter(({ problem }) => !problem),
    incomplete: rows.filter(({ open }) => open > 0),
    unreachable: complete.filter(({ problem }) => problem),
    uses: { left: Math.max(0, Number(uses?.unused ?? 0) - waiting), reserved: waiting },
  }
}

/** The documents that are not sent yet, and the team's e-signatures. */
async function findDocuments(db: Db, viewer: Viewer, { id, rows }: Pick<Batch, 'id' | 'rows'>) {
  const ids = rows.flatMap(({ document_id }) => document_id ?? [])
  const documents = visibleDocuments(db, viewer)
    .select(['document.id', 'name', 'status', 'version', 'answers'])
    .where('document.id', 'in', ids.length ? ids : [id])
    .where('status', 'in', BEFORE_SIGNING)
  return db
    .selectNoFrom([
      jsonArrayFrom(documents).as('documents'),
      jsonObjectFrom(usesIn(db, viewer, 'esign')).as('uses'),
    ])
    .select(waitingSends(db, viewer, id).as('waiting'))
    .executeTakeFirstOrThrow()
}

/** How many documents the team's other batches are about to send. */
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
