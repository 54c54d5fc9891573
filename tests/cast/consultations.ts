import { requestConsultation } from '#modules/consultations/consultation.ts'
import { makeOffer } from '#modules/consultations/desk-consultation.ts'
import { RequestForm } from '#modules/consultations/request-form.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { readValues } from '#src/http/body.ts'
import type { Cast } from './people.ts'

/** Lin's request, as the form sends it. */
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

/** Sends the request and returns its id; `changes` as the form sends them. */
export async function consultation(db: Db, viewer: Viewer, changes: Record<string, string> = {}) {
  const form = readValues(RequestForm, Object.entries({ ...CONSULTATION, ...changes }))
  if (!form.ok) throw new Error(JSON.stringify(form.problems))
  const pdf = { type: 'pdf' as const, name: 'Draft.pdf', bytes: new TextEncoder().encode('%PDF-1.7') }
  return requestConsultation(db, viewer, form.output, { locale: 'en_US', files: [pdf] })
}

export const OFFER = { price: 'CNY 3,600.00', days: 7, terms: 'Both languages, one round of changes.' }

/** The same, with an offer of our staff. */
export async function offeredConsultation(
  db: Db,
  { lin, ruo }: Pick<Cast, 'lin' | 'ruo'>,
  changes: Record<string, string> = {},
) {
  const id = await consultation(db, lin.viewer, changes)
  await makeOffer(db, ruo.viewer, id, OFFER)
  return id
}
