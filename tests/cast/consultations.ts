import { requestConsultation } from '#modules/consultations/consultation.ts'
import { makeOffer } from '#modules/consultations/desk-consultation.ts'
import { RequestForm } from '#modules/consultations/request-form.ts'
import { findOrder } from '#modules/orders/ordering/order.ts'
import { placeTailoredOrder } from '#modules/orders/tailored/place-tailored-order.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { readValues } from '#src/http/body.ts'
import { pay } from './orders.ts'
import type { Cast } from './people.ts'

/** The fields of Lin's request. */
export const CONSULTATION = {
  kind: 'lease',
  subject: 'Lease of a cold store',
  situation: 'We rent a cold store in Bristol.',
  ownPlace: 'mainland',
  otherPlace: 'overseas',
  language: 'en',
  bilingual: 'yes',
  wantedBy: '',
  name: 'Lin Mei',
  email: 'lin.mei@lotus.example',
  phone: '+86 138 0000 0000',
}

/** Sends the request and returns its id; `changes` replace fields of the form. */
export async function consultation(db: Db, viewer: Viewer, changes: Record<string, string> = {}) {
  const form = readValues(RequestForm, Object.entries({ ...CONSULTATION, ...changes }))
  if (!form.ok) throw new Error(JSON.stringify(form.problems))
  const pdf = { type: 'pdf' as const, name: 'Draft.pdf', bytes: new TextEncoder().encode('%PDF-1.7') }
  return requestConsultation(db, viewer, form.output, { locale: 'en_US', files: [pdf] })
}

export const OFFER = {
  amount: 360_000n,
  amountUsd: null,
  days: 7,
  terms: 'Both languages, one round of changes.',
}

/** The fields of an offer by our staff. */
export const OFFER_FORM = { amount: '3,600.00', days: '7', terms: OFFER.terms }

/** The page on which the customer orders an offer. */
export const orderPage = (id: string) => `/mgmt/confirm-order/${id}`

/** The fields of an order of an offer. */
export const orderForm = (offer = 1) => ({
  method: 'sandbox',
  offer: String(offer),
  total: String(OFFER.amount),
  agreed: 'yes',
})

/** Orders an offer and pays it at the sandbox, which accepts it. */
export async function acceptOffer(db: Db, viewer: Viewer, requestId: string, offer = 1) {
  const method = 'sandbox' as const
  const id = await placeTailoredOrder(db, viewer, { requestId, offer, method, total: OFFER.amount })
  return pay(db, viewer, await findOrder(db, viewer, id))
}

/** Sends a request for which our staff make an offer. */
export async function offeredConsultation(
  db: Db,
  { lin, ruo }: Pick<Cast, 'lin' | 'ruo'>,
  changes: Record<string, string> = {},
) {
  const id = await consultation(db, lin.viewer, changes)
  await makeOffer(db, ruo.viewer, id, OFFER)
  return id
}
