import * as v from 'valibot'
import { isIdentityCard } from '#src/core/identity-numbers/identity-card.ts'
import { cleanPicture, type Picture } from '#src/files/pictures/picture.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { DOCUMENT_KINDS } from './schema.ts'
import { isComparable } from './sender-check.ts'

const MB = 1024 * 1024
/** The maximum size of a licence's picture, in bytes. */
export const MAX_LICENCE_BYTES = 5 * MB

const required = v.pipe(v.optional(v.string(), ''), v.trim(), v.nonEmpty('common.problem.required'))

const AcceptedField = v.pipe(
  v.optional(v.string(), ''),
  v.check((text) => text === 'yes', 'authorisations.problem.accept'),
)

/** Letters, digits, hyphens and brackets, as printed on passports and permits. */
const DOCUMENT_NUMBER = /^[A-Z0-9()-]{5,20}$/

const IdentityNumber = v.pipe(
  required,
  v.transform((text) => text.replace(/\s/g, '').toUpperCase()),
)

/** The id of the document to which the person returns. */
const DocumentField = v.optional(v.string(), '')

/** Using the number and comparing it with official sources need separate consents (PIPL, article 29). */
export const IndividualForm = v.pipe(
  v.object({
    kind: v.picklist(DOCUMENT_KINDS, 'common.problem.selected'),
    number: IdentityNumber,
    accept: AcceptedField,
    numberConsent: v.pipe(
      v.optional(v.string(), ''),
      v.literal('yes', 'authorisations.problem.numberConsent'),
    ),
    consent: v.optional(v.string(), ''),
    document: DocumentField,
  }),
  v.forward(
    v.check(
      ({ kind, consent }) => consent === 'yes' || !isComparable(kind),
      'authorisations.problem.consent',
    ),
    ['consent'],
  ),
  v.forward(
    v.check(
      ({ kind, number }) =>
        kind === 'identity-card' ? isIdentityCard(number) : DOCUMENT_NUMBER.test(number),
      'authorisations.problem.number',
    ),
    ['number'],
  ),
)

const representative = v.pipe(required, v.maxLength(100, 'common.problem.tooLong'))

/** `registrationNumber` is required only of an institution without a credit code. */
export const InstitutionForm = {
  'credit-code': v.object({
    registrationNumber: v.optional(v.pipe(v.string(), v.maxLength(40, 'common.problem.tooLong')), ''),
    legalRepresentative: representative,
    accept: AcceptedField,
    document: DocumentField,
  }),
  registration: v.object({
    registrationNumber: v.pipe(IdentityNumber, v.regex(DOCUMENT_NUMBER, 'authorisations.problem.number')),
    legalRepresentative: representative,
    accept: AcceptedField,
    document: DocumentField,
  }),
}

/** The uploaded licence without metadata, or the locale key of its problem. */
export function readLicence(files: Uint8Array[]): Picture | MessageKey {
  const [bytes] = files
  if (!bytes) return 'common.problem.required'
  if (files.length > 1) return 'authorisations.problem.oneLicence'
  if (bytes.length > MAX_LICENCE_BYTES) return 'authorisations.problem.licenceSize'
  const picture = cleanPicture(bytes)
  return picture && picture.type !== 'gif' ? picture : 'authorisations.problem.licenceType'
}
