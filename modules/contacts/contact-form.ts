import * as v from 'valibot'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'
import type { Problems, Values } from '#src/http/body.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'
import { CONTACT_TYPES, type ContactType } from './schema.ts'

/** The typed fields of a contact. */
export interface ContactFields {
  type: ContactType
  name: string
  organisation: string
  mobile: string
  email: string
  group: string
}

const shortText = (max: number) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(max, 'common.problem.tooLong'))

const MOBILE = 'contacts.problem.mobile'

export const ContactForm = v.object({
  type: v.optional(v.picklist(CONTACT_TYPES, 'common.problem.selected'), 'external'),
  name: v.pipe(shortText(60), v.nonEmpty('common.problem.required')),
  organisation: shortText(120),
  mobile: v.pipe(
    shortText(40),
    v.check((text) => text === '' || mobileNumber(text) !== null, MOBILE),
    v.transform((text) => mobileNumber(text) ?? ''),
  ),
  email: v.pipe(
    shortText(254),
    v.transform(foldAddress),
    v.check((text) => text === '' || isAddress(text), 'common.problem.format'),
    v.transform((address) => address.toLowerCase()),
  ),
  group: shortText(40),
})

/** The problems of a contact without mobile and email, who could not be invited to review or sign. */
export const unreachable = ({ mobile = '', email = '' }: Values): Problems =>
  mobile.trim() || email.trim() ? {} : { email: 'contacts.problem.unreachable' }
