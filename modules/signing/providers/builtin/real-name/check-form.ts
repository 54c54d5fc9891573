import * as v from 'valibot'
import { type Elements, nameOnCard } from '#modules/real-name/index.ts'
import { isIdentityCard } from '#src/core/identity-numbers/identity-card.ts'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'

/** Full-width digits, blanks and hyphens are how people type numbers. */
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

const Nothing = v.optional(
  v.pipe(
    v.string(),
    v.transform(() => ''),
  ),
  '',
)

interface RequestedCheck {
  elements: Elements
  /** Of the signatory; E.164. */
  phone: string | null
}

/** Three elements compare the phone that the sender named; a bank may know another one. */
export const asksPhone = ({ elements, phone }: RequestedCheck) =>
  elements === 'four' || (elements === 'three' && !isMainland(phone))

/** The form for these elements; consent is separate from everything else, as the law requires (PIPL, 29). */
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
    phone: asksPhone(check) ? Phone : Nothing,
    card:
      check.elements === 'four'
        ? v.pipe(DocumentNumber, v.regex(/^\d{12,19}$/, 'signing.realName.problem.card'))
        : Nothing,
    consent: v.pipe(
      v.optional(v.string(), ''),
      v.check((text) => text === 'yes', 'signing.realName.problem.consent'),
    ),
  })

export type CheckEntry = v.InferOutput<ReturnType<typeof checkForm>>

/** Without the dots that divide the names of some peoples. */
const folded = (name: string) => nameOnCard(name).replace(/[·•・‧]/g, '')

/**
 * Whether somebody may be checked under this name: the one by which the sender knows them. A name in another
 * script is on no identity card of the mainland, so any name may stand beside it.
 */
export const isNameOf = (signatory: string, typed: string) =>
  !/\p{Script=Han}/u.test(signatory) || folded(signatory) === folded(typed)
