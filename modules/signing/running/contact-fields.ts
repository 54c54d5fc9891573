import * as v from 'valibot'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'
import { canReach } from '#src/mail/sms.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'

/** An email address, or ''. */
export const EmailField = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.transform(foldAddress),
  v.check((text) => text === '' || isAddress(text), 'common.problem.format'),
)

const isReachable = (text: string) => {
  const number = mobileNumber(text)
  return number !== null && canReach(number)
}

/** A mobile number to which we can send links and codes, as E.164, or ''. */
export const PhoneField = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.check((text) => text === '' || isReachable(text), 'accounts.problem.mobile'),
  v.transform((text) => mobileNumber(text) ?? ''),
)
