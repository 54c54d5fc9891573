import * as v from 'valibot'
import { type Elements, nameOnCard } from '#modules/real-name/index.ts'
import { isIdentityCard } from '#src/core/identity-numbers/identity-card.ts'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'

/** Normalises the full-width digits, spaces and hyphens that people type in numbers. */
const DocumentNumber = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()),
  v.nonEmpty('common.problem.required'),
)

const isMainland = (phone: string | null): phone is string => /^\+861\d{10}$/.test(phone ?? '')

const Phone = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.transform(mobileNumber),
  v.custom<string>((phone) => isMainland(phone as string | null), 'signing.realName.problem.phone'),
)

const IgnoredField = v.optional(
  v.pipe(
    v.string(),
    v.transform(() => ''),
  ),
  '',
)

interface RequestedCheck {
  elements: Elements
  /** Phone number of the signatory, as E.164. */
  phone: string | null
}

/**
 * Whether the form asks for a phone number. A three-element check uses the number that the sender entered,
 * if it is a mainland number. A four-element check always asks, because the bank may have another number on
 * record.
 */
export const asksPhone = ({ elements, phone }: RequestedCheck) =>
  elements === 'four' || (elements === 'three' && !isMainland(phone))

/** The form for these elements. Consent is separate from all other input, as the law requires (PIPL, 29). */
export const checkForm = (check: RequestedCheck) =>
  v.object({
    name: v.pipe(
      v.optional(v.string(), ''),
      v.trim(),
      v.nonEmpty('common.problem.required'),
      v.maxLength(50, 'common.problem.tooLong'),
      v.transform(nameOnCard),
    ),
    number: v.pipe(DocumentNumber, v.check(isIdentityCard, 'signing.realName.problem.number')),
    phone: asksPhone(check) ? Phone : IgnoredField,
    card:
      check.elements === 'four'
        ? v.pipe(DocumentNumber, v.regex(/^\d{12,19}$/, 'signing.realName.problem.card'))
        : IgnoredField,
    consent: v.pipe(
      v.optional(v.string(), ''),
      v.check((text) => text === 'yes', 'signing.realName.problem.consent'),
    ),
  })

export type CheckEntry = v.InferOutput<ReturnType<typeof checkForm>>

/** The name without the interpuncts that separate the parts of some names. */
const comparableName = (name: string) => nameOnCard(name).replace(/[·•・‧]/g, '')

/**
 * Whether the entered name may be checked for this signatory: it must equal the name that the sender
 * entered. If that name has no Chinese characters, it cannot be the name on a mainland identity card, so any
 * name is accepted.
 */
export const isNameOf = (signatory: string, typed: string) =>
  !/\p{Script=Han}/u.test(signatory) || comparableName(signatory) === comparableName(typed)
