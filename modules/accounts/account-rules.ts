import * as v from 'valibot'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'
import { type FormResult, readValues, type Values } from '#src/http/body.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'
import { weaknessOf } from './password/common-passwords.ts'

/** The formats that section 5 of the specification prescribes. Messages are locale keys. */
const required = (max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(max, 'common.problem.tooLong'),
  )

/** An optional text. */
export const shortText = (max: number) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(max, 'common.problem.tooLong'))

export const Username = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.regex(/^[A-Za-z0-9_]{4,20}$/, 'accounts.problem.username'),
)

export const Password = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty('common.problem.required'),
  v.regex(/^[A-Za-z0-9]{8,16}$/, 'accounts.problem.password'),
)

/** The current password, which confirms the person's identity. */
export const CurrentPassword = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty('common.problem.required'),
  v.maxLength(64, 'common.problem.tooLong'),
)

/** A new password; refuses common ones as well. */
export const NewPassword = v.pipe(
  Password,
  v.check(
    (text) => weaknessOf(text) === null,
    ({ input }): MessageKey => `accounts.weakPassword.${weaknessOf(input)!}`,
  ),
)

export const Email = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.transform(foldAddress),
  v.check(isAddress, 'common.problem.format'),
  v.transform((address) => address.toLowerCase()),
)

export const Mobile = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.check((text) => mobileNumber(text) !== null, 'accounts.problem.mobile'),
  v.transform((text) => mobileNumber(text)!),
)

export const Code = v.pipe(
  v.optional(v.string(), ''),
  // Accepts full-width digits too.
  v.transform((text) => text.normalize('NFKC').trim()),
  v.nonEmpty('common.problem.required'),
  v.regex(/^\d{6}$/, 'accounts.problem.code'),
)

/** A code of an authenticator app, which may show it in groups, or a recovery code. */
export const FactorCode = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.normalize('NFKC').replace(/\s/g, '')),
  v.nonEmpty('common.problem.required'),
  v.maxLength(40, 'common.problem.tooLong'),
)

export const Name = required(60)
export const CompanyName = required(120)

export const Agreement = v.pipe(v.optional(v.string(), ''), v.literal('yes', 'accounts.problem.agreement'))

export const PersonIdentity = v.pipe(
  v.optional(v.string(), ''),
  v.picklist(['individual', 'company'], 'common.problem.selected'),
)

/** Reads a form with a repeated password; reports a mismatch together with the other problems. */
export function readTwice<T>(schema: v.GenericSchema<unknown, T>, values: Values): FormResult<T> {
  const result = readValues(schema, Object.entries(values))
  const problems = result.ok ? {} : result.problems
  if (values.password && values.confirmPassword && values.password !== values.confirmPassword)
    problems.confirmPassword ??= 'accounts.problem.passwordsDiffer'
  if (result.ok && !problems.confirmPassword) return result
  return { ok: false, problems, values }
}
