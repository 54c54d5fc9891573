import * as v from 'valibot'
import type { Document } from '#modules/documents/index.ts'
import { findSignable } from '#modules/imports/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { addressOf, contactIn } from '../contact.ts'
import { signingParties } from '../copy/signing-parties.ts'
import type { SignatoryEntry } from '../schema.ts'
import {
  FIRST_OPTIONS,
  findSetting,
  firstSetting,
  MAX_DAYS,
  OptionsSchema,
  PersonSchema,
  refuseBadSetting,
} from '../setting.ts'
import { requireReady, startSigning } from '../signing.ts'
import { inOrder, type SigningOrder } from './signing-order.ts'

type DocumentText = Pick<Document, 'template' | 'answers'>

const Schema = v.object({
  parties: v.pipe(
    v.array(
      v.object({
        party: v.pipe(v.string(), v.regex(/^[a-j]$/)),
        turn: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
        person: v.optional(PersonSchema),
      }),
    ),
    v.maxLength(10),
  ),
  options: v.optional(OptionsSchema, FIRST_OPTIONS),
})

/** The default order: the signing parties one after another, as the document lists them. */
const defaultOrder = (text: DocumentText): SigningOrder => ({
  parties: signingParties(text).map(({ key }, index) => ({ party: key, turn: index + 1 })),
  options: FIRST_OPTIONS,
})

interface CheckedOrder {
  /** The reason why the signatories could not be invited, if any. */
  problem: AppError | null
  /** The addresses to which invitations would be sent. */
  addresses: string[]
}

/** The signatories of each document in this order, by document id. One query. */
async function checkOrder(
  db: Db,
  documents: (DocumentText & { id: string })[],
  order: SigningOrder,
): Promise<Map<string, CheckedOrder>> {
  const ids = documents.map(({ id }) => id)
  const stored = ids.length
    ? await db
        .selectFrom('signing.setting')
        .select(['document_id', 'signatories'])
        .where('document_id', 'in', ids)
        .execute()
    : []
  const entriesByDocument = new Map(stored.map((one) => [one.document_id, one.signatories]))
  const checkedOrders = documents.map((document): [string, CheckedOrder] => {
    const entries = entriesByDocument.get(document.id) ?? inOrder(firstSetting(document), order)
    const problem = problemIn(document, entries)
    return [
      document.id,
      { problem, addresses: problem ? [] : entries.map((one) => addressOf(contactIn(one))) },
    ]
  })
  return new Map(checkedOrders)
}

function problemIn(text: DocumentText, entries: SignatoryEntry[]): AppError | null {
  try {
    refuseBadSetting(text, entries)
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Throws the error that would prevent the document from being sent once it is final; see `requireReady`. */
async function requireSendable(db: Db, viewer: Viewer, documentId: string, order: SigningOrder) {
  const document = await findSignable(db, viewer, documentId)
  await requireReady(db, viewer, document, await findSetting(db, document, order))
}

/** For modules that send many documents with the same parties in one signing order. */
export const signingOrder = {
  Schema,
  first: defaultOrder,
  signingParties,
  /** The people named in a document. */
  peopleIn: firstSetting,
  check: checkOrder,
  requireSendable,
  /** The latest possible deadline, in days from now. */
  furthest: MAX_DAYS,
  start: startSigning,
}
